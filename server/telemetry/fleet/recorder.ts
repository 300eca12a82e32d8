import { makeColumns } from "../../../adapters/contract/columns.ts";
import {
  encodeTrackChunk,
  type TrackColumns,
  trackChunkSamples,
  trackColumns,
  trackUnknown,
} from "../../../adapters/contract/track.ts";
import type { ValueColumns } from "./sampleColumns.ts";
import { wireHeading, wireInteger } from "./wireInteger.ts";

/** A finished piece of a track, ready for its database row. */
export interface TrackPiece {
  readonly slot: number;
  readonly t0: number;
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Recorder {
  /** Adds a row of values to the slot's track; answers with a piece when one is full. */
  readonly add: (slot: number, tSrc: number, values: ValueColumns, row: number) => TrackPiece | null;
  /** What has been recorded since the last full piece, and goes on being recorded. */
  readonly soFar: (slot: number) => TrackPiece | null;
  /** Takes what has been recorded since the last full piece. */
  readonly flush: (slot: number) => TrackPiece | null;
}

/** What may wait in memory before it is written, over the whole fleet: 72 MB. */
const samplesInMemory = 2_400_000;

/** Records tracks of up to `capacity` flights at once in columns; the larger the fleet, the shorter the pieces. */
export function createRecorder(capacity: number): Recorder {
  const room = Math.max(1, Math.min(trackChunkSamples, Math.floor(samplesInMemory / capacity)));
  const columns = makeColumns(trackColumns, capacity * room);
  const used = new Uint16Array(capacity);
  const began = new Float64Array(capacity);

  const soFar = (slot: number): TrackPiece | null => {
    const count = used[slot] ?? 0;
    if (count === 0) return null;
    const t0 = began[slot] ?? 0;
    // Seam: the same names with a part of each column.
    const own = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [
        name,
        column.subarray(slot * room, slot * room + count),
      ]),
    ) as unknown as TrackColumns;
    return { slot, t0, count, bytes: encodeTrackChunk({ t0, count, columns: own }) };
  };

  const flush = (slot: number): TrackPiece | null => {
    const piece = soFar(slot);
    used[slot] = 0;
    return piece;
  };

  return {
    soFar,
    flush,
    add: (slot, tSrc, values, row) => {
      const before = used[slot] ?? 0;
      const dt = tSrc - (began[slot] ?? 0);
      // A clock that was put back, or a gap of weeks, does not fit behind t0 and begins a piece of its own.
      const fits = before === 0 || (dt > (columns.dt[slot * room + before - 1] ?? 0) && dt <= 0xffff_ffff);
      const early = fits ? null : flush(slot);
      const n = used[slot] ?? 0;
      if (n === 0) began[slot] = tSrc;
      put(columns, slot * room + n, tSrc - (began[slot] ?? 0), values, row);
      used[slot] = n + 1;
      return early ?? (n + 1 === room ? flush(slot) : null);
    },
  };
}

function put(columns: TrackColumns, at: number, dt: number, values: ValueColumns, row: number): void {
  columns.dt[at] = dt;
  columns.lat[at] = Math.round(values.lat[row] ?? 0);
  columns.lon[at] = Math.round(values.lon[row] ?? 0);
  columns.hEll[at] = wireInteger(values.hEll[row], 10, 2_147_483_647, trackUnknown.hEll);
  columns.hRel[at] = wireInteger(values.hRel[row], 10, 32_767, trackUnknown.height);
  columns.hAgl[at] = wireInteger(values.hAgl[row], 10, 32_767, trackUnknown.height);
  columns.speed[at] = wireInteger(values.vH[row], 100, 65_534, trackUnknown.speed);
  columns.climb[at] = wireInteger(values.vV[row], 100, 32_767, trackUnknown.climb);
  columns.heading[at] = wireHeading(values.heading[row], trackUnknown.heading);
  columns.battery[at] = wireInteger(values.batPct[row], 1, 100, trackUnknown.battery);
  columns.phase[at] = wireInteger(values.phase[row], 1, 254, 0);
  columns.fix[at] = wireInteger(values.fix[row], 1, 254, trackUnknown.fix);
  columns.sats[at] = wireInteger(values.sats[row], 1, 254, trackUnknown.sats);
}
