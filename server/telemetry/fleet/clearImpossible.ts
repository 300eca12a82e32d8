import type { SampleValues } from "../../../adapters/contract/sample.ts";
import { type SampleField, sampleFields } from "./sampleColumns.ts";
import { valueRanges } from "./validateSamples.ts";

/** Values of a sample in any state: absent and null are unknown. */
export type LooseValues = Partial<{ [K in keyof SampleValues]: SampleValues[K] | undefined }>;

/** Why a value counts as unknown: it cannot be, or its maker sends it for what it does not know. */
export type ClearedReason = "impossible" | "placeholder";

/** A value that counts as unknown although something was sent. */
export interface ClearedValue {
  readonly field: SampleField;
  /** What was sent; text where it is no finite number. */
  readonly value: number | string;
  readonly reason: ClearedReason;
}

/** Place: only it, identity and time may refuse a sample. Everything else is unknown where it cannot be. */
const placeFields: readonly SampleField[] = ["lat", "lon"];
const checkedFields = sampleFields.filter((field) => !placeFields.includes(field));
/** Counts: a fraction of them is of another unit. */
const wholeFields: readonly SampleField[] = ["sats", "traffic", "sdr", "g4", "wp", "wpTotal"];
/** Half a home point is none. */
const homeFields = ["homeLat", "homeLon"] as const;

const isImpossible = (field: SampleField, value: number): boolean => {
  const [least, greatest] = valueRanges[field];
  // Written as a negation so that NaN is impossible too.
  return !(value >= least && value <= greatest) || (wholeFields.includes(field) && !Number.isInteger(value));
};

/** Text for what JSON cannot hold. */
export const toSentValue = (value: number): number | string =>
  Number.isFinite(value) ? value : String(value);

/**
 * Makes each value that cannot be unknown (null), for samples of a broker or a file: their devices read no answer, so
 * one odd value must not hide an aircraft. Place and time are left to the checks that refuse samples.
 */
export function clearImpossible<Values extends LooseValues>(
  values: Values,
): { readonly values: Values; readonly cleared: readonly ClearedValue[] } {
  const cleared: ClearedValue[] = [];
  const unknown = new Set<SampleField>();
  for (const field of checkedFields) {
    const value = values[field];
    if (typeof value !== "number" || !isImpossible(field, value)) continue;
    unknown.add(field);
    cleared.push({ field, value: toSentValue(value), reason: "impossible" });
  }
  const { wp, wpTotal } = values;
  if (typeof wp === "number" && typeof wpTotal === "number" && wp > wpTotal && !unknown.has("wp")) {
    unknown.add("wp");
    cleared.push({ field: "wp", value: toSentValue(wp), reason: "impossible" });
  }
  if (unknown.size === 0) return { values, cleared };
  if (homeFields.some((field) => unknown.has(field))) for (const field of homeFields) unknown.add(field);
  const nulls = Object.fromEntries([...unknown].map((field) => [field, null]));
  return { values: { ...values, ...nulls }, cleared };
}
