import { flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import { rcLostActions, type SampleValues } from "../../../adapters/contract/sample.ts";
import type { SampleBatch, SampleField } from "./sampleColumns.ts";
import { sampleFields } from "./sampleColumns.ts";

/** A sample as sources that read text or JSON have it; what is absent or null is not known. */
export interface SourceSample extends Partial<{ [K in keyof SampleValues]: SampleValues[K] | undefined }> {
  readonly seq: number;
  readonly tSrc: number;
}

/** Appends a sample to a batch that has room for it. */
export function putSample(batch: SampleBatch, slot: number, sample: SourceSample): void {
  const row = batch.count;
  batch.slot[row] = slot;
  batch.seq[row] = sample.seq;
  batch.tSrc[row] = sample.tSrc;
  batch.modeReason[row] = sample.modeReason ?? null;
  for (const field of sampleFields) batch.values[field][row] = numberOf(field, sample);
  batch.count = row + 1;
}

function numberOf(field: SampleField, sample: SourceSample): number {
  const value = sample[field];
  if (value === null || value === undefined) return Number.NaN;
  // A number that the source could not give is not the same as one that it does not know.
  if (typeof value === "number") return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
  const names: readonly string[] =
    field === "phase" ? flightPhases : field === "fix" ? positionFixes : rcLostActions;
  return names.indexOf(value);
}
