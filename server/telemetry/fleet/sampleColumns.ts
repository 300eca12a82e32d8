import type { SampleGroup } from "../../../adapters/contract/sample.ts";

/** Values of a sample that are kept as numbers, by group; closed lists by their position in them. */
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

/** Where each group's fields begin and end in `sampleFields`. */
export const groupSpans = Object.entries(groupFields).map(([group, fields]) => {
  const from = sampleFields.indexOf(fields[0]);
  return { group: group as SampleGroup, from, to: from + fields.length };
});

/** One column a value; NaN is "not known". */
export type ValueColumns = Readonly<Record<SampleField, Float64Array>>;

/** The columns in the order of `sampleFields`: a loop over them is much faster than one over names. */
export const toColumnList = (values: ValueColumns): readonly Float64Array[] =>
  sampleFields.map((field) => values[field]);

/** Columns of their own, nothing known. Seam: the names are exactly the fields, which `fromEntries` cannot say. */
export const createValueColumns = (rows: number): ValueColumns =>
  Object.fromEntries(
    sampleFields.map((field) => [field, new Float64Array(rows).fill(Number.NaN)]),
  ) as unknown as ValueColumns;

/** Samples on their way from a source to the fleet, a row each. */
export interface SampleBatch {
  /** Rows in use. */
  count: number;
  /** The flight's place in the fleet. */
  readonly slot: Uint32Array;
  readonly seq: Float64Array;
  /** Drone's clock, UTC ms. */
  readonly tSrc: Float64Array;
  readonly values: ValueColumns;
  readonly columns: readonly Float64Array[];
  /** Position in `sampleFields` plus 1 of a field that the source gave as a number that is none; 0 where all are fine. */
  readonly malformed: Uint8Array;
  /** Reason of the present mode, where the source says one. */
  readonly modeReason: (string | null)[];
}

export function createBatch(rows: number): SampleBatch {
  const values = createValueColumns(rows);
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
