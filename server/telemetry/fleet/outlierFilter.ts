import type { SampleBatch } from "./sampleColumns.ts";
import { type PreviousSample, validateSequence } from "./validateSamples.ts";

/** After so many samples in a row that agree with one another but not with what came before, they are believed. */
const requiredStreak = 5;

/** What keeps a flight from being lost for good after one wrong first position, or when its clock is put right. */
export interface OutlierFilter {
  readonly reset: (slot: number) => void;
  /** Notes a sample that does not follow; true once enough of them follow one another. */
  readonly confirm: (batch: SampleBatch, row: number, slot: number, tReceived: number) => boolean;
}

export function createOutlierFilter(capacity: number): OutlierFilter {
  const streaks = new Uint8Array(capacity);
  const lastOutliers = new Map<number, PreviousSample>();
  const reset = (slot: number) => {
    if (streaks[slot] === 0) return;
    streaks[slot] = 0;
    lastOutliers.delete(slot);
  };
  return {
    reset,
    confirm: (batch, row, slot, tReceived) => {
      const previous = lastOutliers.get(slot);
      const isConsistent =
        previous !== undefined && validateSequence(batch, row, previous, tReceived) === null;
      const count = isConsistent ? (streaks[slot] ?? 0) + 1 : 1;
      streaks[slot] = count;
      const time = batch.tSrc[row] ?? Number.NaN;
      const lat = batch.values.lat[row] ?? Number.NaN;
      const lon = batch.values.lon[row] ?? Number.NaN;
      lastOutliers.set(slot, { tSrc: time, tReceived, lat, lon, tPosition: time });
      if (count < requiredStreak) return false;
      reset(slot);
      return true;
    },
  };
}
