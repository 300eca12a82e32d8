import type { TaskStatus } from "../../../adapters/contract/task.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { FlownTotals } from "./openTasks.ts";

export interface TaskOutcome {
  readonly status: TaskStatus;
  readonly endReason: string;
}

/** What a task comes to whose drone was lost in the air and not heard of for a day. */
export const missingOutcome: TaskOutcome = { status: "failed", endReason: "失去联系" };

/** Share of the route from which a task counts as finished, in percent. */
const finishedPct = 98;

/**
 * How a task has ended, by what was flown for it. Where something was planned, it is finished only if that is known.
 * @param hasPlan whether the task was planned with a route, or its earlier flights are not known well
 * @param reason the last reason that its drone gave for its mode; empty where it gave none
 */
export function toTaskOutcome(
  { hasTakenOff, isForcedLanding, pct }: Pick<FlownTotals, "hasTakenOff" | "isForcedLanding" | "pct">,
  reason: string,
  hasPlan: boolean,
): TaskOutcome {
  if (!hasTakenOff) return { status: "aborted", endReason: reason || "未起飞" };
  if (isForcedLanding) return { status: "failed", endReason: reason || word.forcedLanding };
  if (pct < finishedPct) return { status: "partial", endReason: reason || "提前返航" };
  if (Number.isNaN(pct) && hasPlan) return { status: "partial", endReason: reason || "航线进度未知" };
  // A source without progress may still report why it came down.
  if (Number.isNaN(pct)) return { status: "finished", endReason: reason || "已降落" };
  return { status: "finished", endReason: "航线完成" };
}
