import type { FleetState } from "./fleetState.ts";

/** A sample that is later than the others by more than this was delayed on its way. */
const heldUpMs = 10_000;
/** Samples that are late by the same amount for so long are not delayed: the drone's clock was set back. */
const lateIsClockMs = 10 * 60_000;

/**
 * Returns a function that notes by how much a sample's time is behind the server's. What an outage delayed does
 * not count for the drone's clock; but nothing comes before it is sent, so a smaller difference counts at once.
 */
export function createClockOffsetTracker({
  clockOffset,
  offsets,
  lateSince,
  lateOffset,
}: FleetState): (slot: number, offset: number, tReceived: number) => void {
  return (slot, offset, tReceived) => {
    if (offsets.count(slot) > 0) {
      const known = clockOffset[slot] ?? Number.NaN;
      if (offset > known + heldUpMs) {
        const isAsLate = Math.abs(offset - (lateOffset[slot] ?? Number.NaN)) <= heldUpMs;
        if (!isAsLate) {
          lateOffset[slot] = offset;
          lateSince[slot] = tReceived;
        }
        if (tReceived - (lateSince[slot] ?? tReceived) < lateIsClockMs) return;
        offsets.reset(slot);
      } else if (offset < known - heldUpMs) offsets.reset(slot);
    }
    lateOffset[slot] = Number.NaN;
    offsets.add(slot, offset);
    const n = offsets.count(slot);
    // A median for each sample of a large fleet would take most of the time.
    if (n <= 5 || (n + slot) % 10 === 0) clockOffset[slot] = offsets.get(slot);
  };
}
