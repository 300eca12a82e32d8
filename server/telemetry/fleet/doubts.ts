import { type Before, judgeAfter } from "./judge.ts";
import type { SampleBatch } from "./sampleColumns.ts";

/** After so many samples in a row that agree with one another but not with what came before, they are believed. */
const convincing = 5;

/** What keeps a flight from being lost for good after one wrong first position, or when its clock is put right. */
export interface Doubts {
  readonly clear: (slot: number) => void;
  /** Notes a sample that does not follow; true once enough of them follow one another. */
  readonly convinced: (batch: SampleBatch, row: number, slot: number, tReceived: number) => boolean;
}

export function createDoubts(capacity: number): Doubts {
  const counts = new Uint8Array(capacity);
  const last = new Map<number, Before>();
  const clear = (slot: number) => {
    if (counts[slot] === 0) return;
    counts[slot] = 0;
    last.delete(slot);
  };
  return {
    clear,
    convinced: (batch, row, slot, tReceived) => {
      const before = last.get(slot);
      const agrees = before !== undefined && judgeAfter(batch, row, before, tReceived) === null;
      const count = agrees ? (counts[slot] ?? 0) + 1 : 1;
      counts[slot] = count;
      const time = batch.tSrc[row] ?? Number.NaN;
      const lat = batch.values.lat[row] ?? Number.NaN;
      const lon = batch.values.lon[row] ?? Number.NaN;
      last.set(slot, { tSrc: time, tReceived, lat, lon, tPosition: time });
      if (count < convincing) return false;
      clear(slot);
      return true;
    },
  };
}
