import { createColumns } from "../../adapters/contract/columns.ts";
import {
  encodeTrackChunk,
  type TrackColumns,
  trackColumns,
  trackUnknown,
} from "../../adapters/contract/track.ts";
import type { TrackSource } from "../../src/pages/history/playback/track.ts";

type SampleValues = Partial<Record<Exclude<keyof TrackColumns, "dt">, number>>;
/** One sample: ms by the drone's clock, and the values that it knows, in wire units. */
export type TestSample = readonly [ms: number, values?: SampleValues];

const unknownValues = {
  lat: 0,
  lon: 0,
  hEll: trackUnknown.hEll,
  hRel: trackUnknown.height,
  hAgl: trackUnknown.height,
  speed: trackUnknown.speed,
  climb: trackUnknown.climb,
  heading: trackUnknown.heading,
  battery: trackUnknown.battery,
  phase: 12,
  fix: trackUnknown.fix,
  sats: trackUnknown.sats,
} as const;

/** Encodes a chunk as the server stores it. */
export function encodeSamples(samples: readonly TestSample[]): Uint8Array<ArrayBuffer> {
  const columns = createColumns(trackColumns, samples.length);
  const t0 = samples[0]?.[0] ?? 0;
  samples.forEach(([ms, values], row) => {
    columns.dt[row] = ms - t0;
    // Seam: the keys of an object literal are strings.
    for (const [name, value] of Object.entries({ ...unknownValues, ...values }))
      columns[name as keyof SampleValues][row] = value;
  });
  return encodeTrackChunk({ t0, count: samples.length, columns });
}

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** A source of these chunks, with equal clocks, started at 0. */
export const createSource = (
  chunks: readonly (readonly TestSample[] | string)[],
  fields: Partial<TrackSource> = {},
): TrackSource => ({
  chunks: chunks.map((chunk) => (typeof chunk === "string" ? chunk : toBase64(encodeSamples(chunk)))),
  clockOffsetMs: 0,
  startedMs: 0,
  endedMs: null,
  ...fields,
});
