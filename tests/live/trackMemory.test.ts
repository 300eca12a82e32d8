import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeTrackChunk } from "../../adapters/contract/track.ts";
import { createValueColumns } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { createTrackRecorder } from "../../server/telemetry/fleet/trackRecorder.ts";

const values = createValueColumns(() => new Float64Array(1).fill(Number.NaN));

/** A recorder for so many flights, and the times of each flight's samples in the chunks that came out of it. */
function setupRecorder(capacity: number, maxBlocks?: number) {
  const recorder = createTrackRecorder(createSlotColumns(capacity), maxBlocks);
  const chunks = new Map<number, number[][]>();
  const note = (chunk: ReturnType<typeof recorder.flush>) => {
    if (!chunk) return;
    const { t0, count, columns } = decodeTrackChunk(chunk.bytes.buffer);
    const times = Array.from(columns.dt.subarray(0, count), (dt) => t0 + dt);
    chunks.set(chunk.slot, [...(chunks.get(chunk.slot) ?? []), times]);
  };
  return {
    add: (slot: number, time: number) => note(recorder.add(slot, time, values, 0)),
    end: (slot: number) => {
      note(recorder.flush(slot));
      recorder.forget(slot);
    },
    getLengths: (slot: number) => (chunks.get(slot) ?? []).map(({ length }) => length),
    getTimes: (slot: number) => (chunks.get(slot) ?? []).flat(),
  };
}

test("a chunk has 600 samples, however many flights there may be", () => {
  const { add, getLengths } = setupRecorder(1_000_000);
  for (let time = 1; time <= 1_200; time++) add(5, time);
  expect(getLengths(5)).toEqual([600, 600]);
});

test("where the memory is full, flights that have more than their share end a chunk for those that come", () => {
  // Twelve blocks of 24 samples.
  const { add, getLengths } = setupRecorder(4, 12);
  for (let time = 1; time <= 288; time++) add(0, time);
  expect(getLengths(0)).toEqual([]);
  for (let time = 1; time <= 150; time++) add(1, time);
  expect([getLengths(0), getLengths(1)]).toEqual([[288], [144]]);
  for (let time = 289; time <= 500; time++) add(0, time);
  expect(getLengths(0)).toEqual([288, 144]);
  // A third of the blocks, from both.
  for (let time = 1; time <= 97; time++) add(2, time);
  expect(getLengths(2)).toEqual([96]);
});

test("every sample comes out once and in order, whoever flies and in how little memory", () => {
  const step = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 90 }), fc.boolean());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { add, end, getTimes } = setupRecorder(6, 7);
      const expected = new Map<number, number[]>();
      let time = 0;
      for (const [slot, samples, isOver] of steps) {
        const sent = expected.get(slot) ?? [];
        expected.set(slot, sent);
        for (let i = 0; i < samples; i++) {
          add(slot, ++time);
          sent.push(time);
        }
        if (isOver) end(slot);
      }
      for (const [slot, sent] of expected) {
        end(slot);
        expect(getTimes(slot)).toEqual(sent);
      }
    }),
    { numRuns: 300 },
  );
});
