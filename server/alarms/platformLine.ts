import { isInAir } from "../telemetry/flights/flightPhases.ts";
import type { FlightRegistry } from "../telemetry/flights/flightRegistry.ts";

/** Why the platform hears nobody: it refuses what comes, or nothing comes from any drone in the air. */
export interface LineLoss {
  readonly cause: "ownOutage" | "silence";
  readonly flights: number;
  readonly silentS: number;
}

/** Drones that fall silent together; fewer are lost each for itself. */
const minFlights = 10;
const silentMs = 10_000;
/** Between the first and the last of them. */
const togetherMs = 15_000;
const outageMs = 15_000;
const offDelayMs = 5_000;
/** After the line is back, rules need this to notice that their drones are. */
const settleMs = 15_000;

/** Watches the platform's own line to its drones. Times are the server's, UTC ms. */
export interface PlatformLine {
  /**
   * Looks again, once a second.
   * @returns what to tell: that it has been lost or is back, or nothing new
   */
  readonly advance: (now: number) => { readonly lost: LineLoss } | "back" | null;
  /** Whether alarms of drones would only say that the line is lost. */
  readonly isSilencing: (now: number) => boolean;
}

/** @param getOutageSince since when the platform refuses samples; null while it takes them */
export function createPlatformLine(
  registry: FlightRegistry,
  getOutageSince: () => number | null,
): PlatformLine {
  let isLost = false;
  let fineSince = Number.NaN;
  let settledAt = Number.NEGATIVE_INFINITY;

  function findLoss(now: number): LineLoss | null {
    const { flights, together, silentFor } = listen(registry, now);
    const outageSince = getOutageSince();
    if (outageSince !== null && (isLost || now - outageSince >= outageMs))
      return { cause: "ownOutage", flights, silentS: Math.round((now - outageSince) / 1_000) };
    const isSilent = flights > 0 && silentFor >= silentMs && (isLost || together >= minFlights);
    return isSilent ? { cause: "silence", flights, silentS: Math.round(silentFor / 1_000) } : null;
  }

  return {
    isSilencing: (now) => isLost || now < settledAt,
    advance: (now) => {
      const loss = findLoss(now);
      if (loss) {
        fineSince = Number.NaN;
        if (isLost) return null;
        isLost = true;
        return { lost: loss };
      }
      if (!isLost) return null;
      if (Number.isNaN(fineSince)) fineSince = now;
      if (now - fineSince < offDelayMs) return null;
      isLost = false;
      settledAt = now + settleMs;
      return "back";
    },
  };
}

/** How many are in the air, for how long nobody of them was heard, and how many fell silent with the last one. */
function listen({ fleet, slots, count, getBySlot }: FlightRegistry, now: number) {
  let flights = 0;
  let silentFor = Number.POSITIVE_INFINITY;
  const forEachAge = (visit: (age: number) => void) => {
    for (let i = 0; i < count(); i++) {
      const slot = slots[i] ?? 0;
      const open = getBySlot(slot);
      if (open?.flight && isInAir(fleet, open)) visit(fleet.getAge(slot, now));
    }
  };
  forEachAge((age) => {
    flights += 1;
    silentFor = Math.min(silentFor, age);
  });
  let together = 0;
  if (silentFor >= silentMs)
    forEachAge((age) => {
      if (age <= silentFor + togetherMs) together += 1;
    });
  return { flights, together, silentFor };
}
