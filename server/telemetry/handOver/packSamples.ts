import * as z from "zod/mini";
import { flightPhases, positionFixes } from "../../../adapters/contract/flight.ts";
import { rcLostActions } from "../../../adapters/contract/sample.ts";
import { type IngestSample, maxSamplesPerCall } from "../../../adapters/contract/telemetry.ts";
import { type SampleField, sampleFields } from "../fleet/sampleColumns.ts";

/** What is not a number of packed samples: each text once. */
export const sampleTable = z.object({
  count: z.int().check(z.minimum(0), z.maximum(maxSamplesPerCall)),
  /** Fields that at least one sample has, in the order of the columns. */
  fields: z.array(z.enum(sampleFields)),
  drones: z.array(z.string()),
  tasks: z.array(z.string()),
  modeReasons: z.array(z.string()),
});
type SampleTable = z.output<typeof sampleTable>;

const enumNames: Partial<Record<SampleField, readonly string[]>> = {
  phase: flightPhases,
  fix: positionFixes,
  rcLostAction: rcLostActions,
};

/** Columns of texts by their place in the table; 0 for none, where there may be none. */
const textColumns = 3;
const timeColumns = 2;
const alignToNumber = (bytes: number) => (bytes + 7) & ~7;
const textBytes = (count: number) => alignToNumber(textColumns * count * 2);

/** Numbers as float64, texts as uint16, column by column. Null and absent are the same to whoever reads them. */
export function packSamples(samples: readonly IngestSample[]): {
  readonly table: SampleTable;
  readonly bytes: Uint8Array;
} {
  const count = samples.length;
  const fields = sampleFields.filter((field) => samples.some((sample) => (sample[field] ?? null) !== null));
  const buffer = new ArrayBuffer(textBytes(count) + (timeColumns + fields.length) * count * 8);
  const texts = new Uint16Array(buffer, 0, textColumns * count);
  const numbers = new Float64Array(buffer, textBytes(count));
  const [drones, tasks, modeReasons] = [createTexts(), createTexts(), createTexts()];
  for (const [row, { droneSn, taskId, modeReason, seq, tSrc }] of samples.entries()) {
    texts[row] = drones.place(droneSn);
    texts[count + row] = tasks.place(taskId);
    texts[2 * count + row] = modeReasons.place(modeReason);
    numbers[row] = seq;
    numbers[count + row] = tSrc;
  }
  for (const [index, field] of fields.entries()) {
    const names = enumNames[field];
    const start = (timeColumns + index) * count;
    for (const [row, sample] of samples.entries()) {
      const value = sample[field] ?? Number.NaN;
      numbers[start + row] = typeof value === "string" ? (names?.indexOf(value) ?? -1) : value;
    }
  }
  const table = { count, fields, drones: drones.list, tasks: tasks.list, modeReasons: modeReasons.list };
  return { table, bytes: new Uint8Array(buffer) };
}

function createTexts() {
  const list: string[] = [];
  const places = new Map<string, number>();
  return {
    list,
    place: (text: string | null | undefined): number => {
      if (text === null || text === undefined) return 0;
      const known = places.get(text);
      if (known !== undefined) return known;
      places.set(text, list.push(text));
      return list.length;
    },
  };
}

/**
 * Reads packed samples.
 * @throws RangeError where the bytes are not those of the table
 */
export function unpackSamples(
  { count, fields, drones, tasks, modeReasons }: SampleTable,
  bytes: Uint8Array,
): IngestSample[] {
  if (bytes.length !== textBytes(count) + (timeColumns + fields.length) * count * 8)
    throw new RangeError(`${bytes.length} bytes are no ${count} samples`);
  // Copied: typed arrays need an aligned start.
  const buffer = new Uint8Array(bytes).buffer;
  const texts = new Uint16Array(buffer, 0, textColumns * count);
  const numbers = new Float64Array(buffer, textBytes(count));
  const samples: IngestSample[] = [];
  for (let row = 0; row < count; row++) {
    const droneSn = drones[(texts[row] ?? 0) - 1];
    if (droneSn === undefined) throw new RangeError("A sample without a drone");
    const values: Record<string, number | string | null> = {};
    for (const [index, field] of fields.entries()) {
      const value = numbers[(timeColumns + index) * count + row] ?? Number.NaN;
      values[field] = Number.isNaN(value) ? null : (enumNames[field]?.[value] ?? value);
    }
    samples.push({
      ...values,
      droneSn,
      taskId: tasks[(texts[count + row] ?? 0) - 1],
      modeReason: modeReasons[(texts[2 * count + row] ?? 0) - 1] ?? null,
      seq: numbers[row] ?? 0,
      tSrc: numbers[count + row] ?? 0,
    });
  }
  return samples;
}
