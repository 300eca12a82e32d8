import { flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import { rcLostActions, type SampleValues } from "../../../adapters/contract/sample.ts";
import { type SampleBatch, type SampleField, sampleFields } from "./sampleColumns.ts";

/** A sample from a text or JSON source; absent and null values are unknown. */
export interface SourceSample extends Partial<{ [K in keyof SampleValues]: SampleValues[K] | undefined }> {
  readonly seq: number;
  readonly tSrc: number;
}

/** Appends a sample to a batch; the batch must have room. */
export function appendSample(batch: SampleBatch, slot: number, sample: SourceSample): void {
  const row = batch.count;
  batch.slot[row] = slot;
  batch.seq[row] = sample.seq;
  batch.tSrc[row] = sample.tSrc;
  batch.modeReason[row] = sample.modeReason ?? null;
  batch.malformed[row] = 0;
  for (const [index, field] of sampleFields.entries()) {
    const value = toNumber(field, sample);
    if (value === null) batch.malformed[row] = index + 1;
    batch.values[field][row] = value ?? Number.NaN;
  }
  batch.count = row + 1;
}

/** NaN if the value is unknown, null if the source gave a non-finite number. */
function toNumber(field: SampleField, sample: SourceSample): number | null {
  const value = sample[field];
  if (value === null || value === undefined || value === "unknown") return Number.NaN;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  const names: readonly string[] =
    field === "phase" ? flightPhases : field === "fix" ? positionFixes : rcLostActions;
  return names.indexOf(value);
}
