import type { SampleGroup } from "../../../adapters/contract/sample.ts";

/** Values of a sample that are kept as numbers, by group; closed lists by their position in them. */
export const groupFields = {
  position: ["lat", "lon", "hEll", "hRel", "hAgl", "vH", "vV", "fix", "sats"],
  attitude: ["heading", "pitch", "roll"],
  power: ["batPct", "tRemain", "rthPct", "landPct"],
  navigation: ["homeDist", "homeLat", "homeLon", "rcLostAction", "rthAltitude", "wind", "windDir"],
  link: ["sdr", "g4"],
  task: ["phase", "wp", "wpTotal", "pct"],
} as const satisfies Readonly<Record<SampleGroup, readonly string[]>>;

export type SampleField = (typeof groupFields)[SampleGroup][number];
export const sampleFields: readonly SampleField[] = Object.values(groupFields).flat();

/** One column a value; NaN is "not known", an infinity a number that the source could not give as one. */
export type ValueColumns = Readonly<Record<SampleField, Float64Array>>;

export const makeValueColumns = (rows: number): ValueColumns =>
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
  /** Reason of the present mode, where the source says one. */
  readonly modeReason: (string | null)[];
}

export const makeBatch = (rows: number): SampleBatch => ({
  count: 0,
  slot: new Uint32Array(rows),
  seq: new Float64Array(rows),
  tSrc: new Float64Array(rows),
  values: makeValueColumns(rows),
  modeReason: new Array<string | null>(rows).fill(null),
});
