import type { ClockCause } from "../../../adapters/contract/ingestStatus.ts";

/** A correction of a device's clock that its last samples suggest. */
export interface ClockProposal {
  /** What to add to its times, seconds. */
  readonly correctionS: number;
  readonly cause: ClockCause;
}

/** So many calls in a row must be off by the same amount. */
export const requiredOffsets = 5;
/** The same amount: what a link delays is less, ms. */
const sameMs = 60_000;
/** A clock that is off by less is put right by its owner, ms. */
const leastMs = 300_000;
/** A GPS week number of 10 bits begins anew after 1,024 weeks (IS-GPS-200, 3.3.4). */
const rolloverMs = 1_024 * 7 * 86_400_000;
const quarterMs = 900_000;
/** The widest difference of two time zones in use, UTC−12 to UTC+14. */
const maxZoneMs = 26 * 3_600_000;
/** How far a clock that is right but for its zone may be off, ms. */
const zoneSlackMs = 120_000;

/**
 * What would put a device's clock right, where it is off by a constant; null where it is not, or by little.
 * @param offsetsMs server's time minus the device's as it was sent, of the newest sample of its last calls: one call may
 * have what an outage held back
 */
export function proposeClockCorrection(offsetsMs: readonly number[]): ClockProposal | null {
  if (offsetsMs.length < requiredOffsets) return null;
  // What comes late is off by more: the smallest is the clock's own.
  const [least, most] = [Math.min(...offsetsMs), Math.max(...offsetsMs)];
  if (most - least > sameMs || Math.abs(least) < leastMs) return null;
  const rollovers = Math.round(least / rolloverMs);
  if (rollovers !== 0 && Math.abs(least - rollovers * rolloverMs) <= maxZoneMs)
    return { correctionS: toSeconds(least), cause: "rollover" };
  const zone = Math.round(least / quarterMs) * quarterMs;
  if (Math.abs(zone) <= maxZoneMs && Math.abs(least - zone) <= zoneSlackMs)
    return { correctionS: zone / 1_000, cause: "zone" };
  return { correctionS: toSeconds(least), cause: "wrong" };
}

const toSeconds = (ms: number) => Math.round(ms / 1_000);
