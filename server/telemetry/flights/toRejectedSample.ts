import { type SampleBatch, sampleFields } from "../fleet/sampleColumns.ts";

/** A row of a batch as it came, for the record; what JSON has no number for is said in words. */
export function toRejectedSample(batch: SampleBatch, row: number): Record<string, number | string> {
  const sample: Record<string, number | string> = {
    seq: batch.seq[row] ?? 0,
    tSrc: toJsonValue(batch.tSrc[row] ?? Number.NaN),
  };
  for (const field of sampleFields) {
    const value = batch.values[field][row] ?? Number.NaN;
    if (!Number.isNaN(value)) sample[field] = toJsonValue(value);
  }
  return sample;
}

const toJsonValue = (value: number) => (Number.isFinite(value) ? value : "not a number");
