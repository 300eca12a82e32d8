import type { TaskStatus } from "../../../adapters/contract/task.ts";
import type { Fleet, FlightStats } from "../fleet/fleet.ts";

interface FlightOutcome {
  readonly status: TaskStatus;
  readonly endReason: string;
  readonly durationS: number | null;
  readonly distanceM: number;
  readonly maxHeightM: number | null;
}

/** Percent of the route from which a flight counts as finished. */
const finishedPct = 98;

/** Derives the outcome of a flight from its drone's last values. */
export function toFlightOutcome(
  fleet: Fleet,
  slot: number,
  { hasTakenOff, isForcedLanding }: { readonly hasTakenOff: boolean; readonly isForcedLanding: boolean },
  { distanceM, maxHeightM, firstAt, lastAt }: FlightStats,
): FlightOutcome {
  const pct = fleet.values.pct[slot] ?? Number.NaN;
  const reason = fleet.modeReason[slot] ?? "";
  const isComplete = Number.isNaN(pct) || pct >= finishedPct;
  const durationS = firstAt !== null && lastAt !== null ? Math.round((lastAt - firstAt) / 1_000) : null;
  const stats = { durationS, distanceM: Math.round(distanceM), maxHeightM };
  if (!hasTakenOff) return { status: "aborted", endReason: reason || "未起飞", ...stats };
  if (isForcedLanding) return { status: "failed", endReason: reason || "强制降落", ...stats };
  if (!isComplete) return { status: "partial", endReason: reason || "提前返航", ...stats };
  return { status: "finished", endReason: "航线完成", ...stats };
}
