import { unknownPhaseCode } from "../../../adapters/contract/flight.ts";
import {
  encodeTrackChunk,
  type TrackColumns,
  trackChunkSamples,
  trackUnknown,
} from "../../../adapters/contract/track.ts";
import type { ValueColumns } from "./sampleColumns.ts";
import type { SlotColumns } from "./slotColumns.ts";
import { createTrackBlocks } from "./trackBlocks.ts";
import { toWireHeading, toWireInteger } from "./wireInteger.ts";

/** An encoded chunk of a track, ready for its database row. */
export interface RecordedChunk {
  readonly slot: number;
  readonly t0: number;
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface TrackRecorder {
  /** Adds a row of values to the slot's track; returns the chunk that is complete with it: this slot's or another's. */
  readonly add: (slot: number, tSrc: number, values: ValueColumns, row: number) => RecordedChunk | null;
  /** Encodes the unfinished chunk and continues it. */
  readonly peek: (slot: number) => RecordedChunk | null;
  /** Encodes and ends the unfinished chunk. */
  readonly flush: (slot: number) => RecordedChunk | null;
  /** Whether the sample that was added last is in the unfinished chunk. */
  readonly isUnfinished: (slot: number) => boolean;
  /** Whether this sample is one of the last that were added, as many as a chunk has. */
  readonly has: (slot: number, tSrc: number, lat: number, lon: number) => boolean;
  /** Drops all that is known of the slot's track. */
  readonly forget: (slot: number) => void;
}

/**
 * Records the tracks of flights in columns. A chunk has 600 samples, and fewer where all flights together need more
 * memory than they may take.
 * @param maxBlocks that memory, in blocks of 24 samples
 */
export function createTrackRecorder(slotColumns: SlotColumns, maxBlocks?: number): TrackRecorder {
  const blocks = createTrackBlocks(slotColumns, maxBlocks);
  const { columns, room, toRow } = blocks;
  const sampleCounts = slotColumns.create("u16");
  const startTimes = slotColumns.create("f64");
  // A new chunk overwrites the one before it row by row: what is left of that one is still known.
  const earlierCounts = slotColumns.create("u16");
  const earlierStartTimes = slotColumns.create("f64");

  const peek = (slot: number): RecordedChunk | null => {
    const count = sampleCounts[slot] ?? 0;
    if (count === 0) return null;
    const t0 = startTimes[slot] ?? 0;
    return { slot, t0, count, bytes: encodeTrackChunk({ t0, count, columns: blocks.read(slot, count) }) };
  };

  const flush = (slot: number): RecordedChunk | null => {
    const chunk = peek(slot);
    if (!chunk) return null;
    earlierCounts[slot] = chunk.count;
    earlierStartTimes[slot] = chunk.t0;
    sampleCounts[slot] = 0;
    return chunk;
  };

  const hasInRows = (slot: number, from: number, to: number, dt: number, lat: number, lon: number) => {
    for (let sample = from; sample < Math.min(to, room(slot)); sample++) {
      const row = toRow(slot, sample);
      if (columns.dt[row] === dt && columns.lat[row] === lat && columns.lon[row] === lon) return true;
    }
    return false;
  };

  return {
    peek,
    flush,
    isUnfinished: (slot) => (sampleCounts[slot] ?? 0) > 0,
    has: (slot, tSrc, lat, lon) => {
      const [count, earlierCount] = [sampleCounts[slot] ?? 0, earlierCounts[slot] ?? 0];
      return (
        hasInRows(slot, 0, count, tSrc - (startTimes[slot] ?? 0), lat, lon) ||
        hasInRows(slot, count, earlierCount, tSrc - (earlierStartTimes[slot] ?? 0), lat, lon)
      );
    },
    forget: (slot) => {
      sampleCounts[slot] = 0;
      earlierCounts[slot] = 0;
      blocks.release(slot);
    },
    add: (slot, tSrc, values, row) => {
      const countBefore = sampleCounts[slot] ?? 0;
      const dt = tSrc - (startTimes[slot] ?? 0);
      // A clock set back, or a gap of over 49 days, does not fit the offset from t0 and starts a new chunk.
      const fits =
        countBefore === 0 || (dt > (columns.dt[toRow(slot, countBefore - 1)] ?? 0) && dt <= 0xffff_ffff);
      let ended = fits ? null : flush(slot);
      if ((sampleCounts[slot] ?? 0) === room(slot))
        blocks.extend(slot, (full) => {
          ended = flush(full);
        });
      const n = sampleCounts[slot] ?? 0;
      if (n === 0) startTimes[slot] = tSrc;
      writeTrackSample(columns, toRow(slot, n), tSrc - (startTimes[slot] ?? 0), values, row);
      sampleCounts[slot] = n + 1;
      return ended ?? (n + 1 === trackChunkSamples ? flush(slot) : null);
    },
  };
}

/** Writes a row of values into a row of track columns. */
export function writeTrackSample(
  columns: TrackColumns,
  index: number,
  dt: number,
  values: ValueColumns,
  row: number,
): void {
  columns.dt[index] = dt;
  columns.lat[index] = Math.round(values.lat[row] ?? 0);
  columns.lon[index] = Math.round(values.lon[row] ?? 0);
  columns.hEll[index] = toWireInteger(values.hEll[row], 10, 2_147_483_647, trackUnknown.hEll);
  columns.hRel[index] = toWireInteger(values.hRel[row], 10, 32_767, trackUnknown.height);
  columns.hAgl[index] = toWireInteger(values.hAgl[row], 10, 32_767, trackUnknown.height);
  columns.speed[index] = toWireInteger(values.vH[row], 100, 65_534, trackUnknown.speed);
  columns.climb[index] = toWireInteger(values.vV[row], 100, 32_767, trackUnknown.climb);
  columns.heading[index] = toWireHeading(values.heading[row], trackUnknown.heading);
  columns.battery[index] = toWireInteger(values.batPct[row], 1, 100, trackUnknown.battery);
  columns.phase[index] = toWireInteger(values.phase[row], 1, 254, unknownPhaseCode);
  columns.fix[index] = toWireInteger(values.fix[row], 1, 254, trackUnknown.fix);
  columns.sats[index] = toWireInteger(values.sats[row], 1, 254, trackUnknown.sats);
}
