import type { SampleGroup } from "../../../adapters/contract/sample.ts";

/** The numeric values of a sample by group; enums are stored as their index. */
export const groupFields = {
  position: ["lat", "lon", "hEll", "hRel", "hAgl", "vH", "vV", "fix", "sats"],
  attitude: ["heading", "pitch", "roll"],
  power: ["batPct", "tRemain", "rthPct", "landPct"],
  navigation: ["homeDist", "homeLat", "homeLon", "rcLostAction", "rthAltitude", "wind", "windDir", "traffic"],
  link: ["sdr", "g4"],
  task: ["phase", "wp", "wpTotal", "pct"],
} as const satisfies Readonly<Record<SampleGroup, readonly string[]>>;

export type SampleField = (typeof groupFields)[SampleGroup][number];
export const sampleFields: readonly SampleField[] = Object.values(groupFields).flat();

/** Start and end of each group's fields in `sampleFields`. */
export const groupSpans = Object.entries(groupFields).map(([group, fields]) => {
  const from = sampleFields.indexOf(fields[0]);
  return { group: group as SampleGroup, from, to: from + fields.length };
});

/** One column per value; NaN means unknown. */
export type ValueColumns = Readonly<Record<SampleField, Float64Array>>;

/** Returns the columns in the order of `sampleFields`; a loop over a list is much faster than over names. */
export const toColumnList = (values: ValueColumns): readonly Float64Array[] =>
  sampleFields.map((field) => values[field]);

/**
 * Creates a column of each field. The cast is safe: the names are exactly the fields, which `fromEntries` loses.
 * @param createColumn gives a column of NaN
 */
export const createValueColumns = (createColumn: () => Float64Array): ValueColumns =>
  Object.fromEntries(sampleFields.map((field) => [field, createColumn()])) as unknown as ValueColumns;

/** Samples from a source to the fleet, one per row. */
export interface SampleBatch {
  /** Number of rows in use. */
  count: number;
  /** The flight's slot in the fleet. */
  readonly slot: Uint32Array;
  readonly seq: Float64Array;
  /** Drone time, UTC ms. */
  readonly tSrc: Float64Array;
  readonly values: ValueColumns;
  readonly columns: readonly Float64Array[];
  /** Position in `sampleFields` plus 1 of a field that the source gave as a number that is none; 0 where all are fine. */
  readonly malformed: Uint8Array;
  /** Reason of the current mode, if the source gives one. */
  readonly modeReason: (string | null)[];
}

export function createBatch(rows: number): SampleBatch {
  const values = createValueColumns(() => new Float64Array(rows).fill(Number.NaN));
  return {
    count: 0,
    slot: new Uint32Array(rows),
    seq: new Float64Array(rows),
    tSrc: new Float64Array(rows),
    values,
    columns: toColumnList(values),
    malformed: new Uint8Array(rows),
    modeReason: Array.from({ length: rows }, (): string | null => null),
  };
}
