import { expect, test } from "vitest";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createSlotColumns } from "../../server/telemetry/fleet/slotColumns.ts";
import { createFlightRegistry } from "../../server/telemetry/flights/flightRegistry.ts";
import type { WriteBehind } from "../../server/telemetry/flights/writeBehind.ts";
import { samplePosition } from "./setupFleet.ts";

const noop = () => undefined;

interface Flown {
  /** Flights of which so many samples are in the journal and not in a chunk. */
  readonly journaled: readonly number[];
  /** Samples of each chunk. */
  readonly chunks: readonly number[];
}

/** Flights that send once in `everyS` seconds, for so many seconds. */
function flyFleet(flightCount: number, source: "device" | "simulator", seconds: number, everyS = 1): Flown {
  let ids = 0;
  const journaled = new Map<string, number>();
  const chunks: number[] = [];
  const writes: WriteBehind = {
    insertTask: noop,
    updateTask: noop,
    insertFlight: ({ id }) => journaled.set(id, 0),
    updateFlightState: noop,
    updateFlight: noop,
    insertTrack: ({ flightId, samples }) => {
      journaled.set(flightId, 0);
      chunks.push(samples);
    },
    holdSamples: noop,
    insertEvent: noop,
    insertRejected: noop,
    insertPlatformEvent: noop,
    updateHangar: noop,
    journal: {
      add: ({ flightId }) => journaled.set(flightId, (journaled.get(flightId) ?? 0) + 1),
      continueAfter: noop,
    },
    flush: () => Promise.resolve(true),
  };
  const registry = createFlightRegistry({
    slotColumns: createSlotColumns(2_048),
    newId: () => String(++ids),
    writes,
    listener: {
      onOpened: noop,
      onClosed: noop,
      onRenaming: noop,
      onRenamed: noop,
      onSample: noop,
      onEvent: noop,
    },
  });
  const slots = Array.from({ length: flightCount }, (_, i) =>
    registry.open({
      id: `task-${i}`,
      taskNo: "",
      name: "",
      kind: "patrol",
      droneSn: `SN-${i}`,
      companyId: "1",
      status: "planned",
      startedAt: null,
      plannedAt: null,
      source,
    }),
  );
  for (let second = 1; second <= seconds; second++) {
    if (second % everyS === 0) {
      const batch = createBatch(flightCount);
      for (const slot of slots)
        appendSample(batch, slot ?? 0, {
          seq: second,
          tSrc: second * 1_000,
          phase: "mission",
          vH: 5,
          ...samplePosition(second * 5),
        });
      registry.ingest(batch, second * 1_000);
    }
    registry.tick(second * 1_000);
  }
  return { journaled: [...journaled.values()], chunks };
}

test("every sample of 2,000 devices goes to the journal, and no chunk is written before it is full", () => {
  const { journaled, chunks } = flyFleet(2_000, "device", 45);
  expect(new Set(journaled)).toEqual(new Set([45]));
  expect(chunks).toEqual([]);
});

test("of as many simulated flights only whole chunks are stored", { tags: "full" }, () => {
  expect(new Set(flyFleet(2_000, "simulator", 45).journaled)).toEqual(new Set([0]));
});

test("a chunk that fills slowly is ended after ten minutes, a full one is in the journal no longer", () => {
  const slow = flyFleet(1, "device", 640, 10);
  expect(slow.chunks).toHaveLength(1);
  expect(slow.chunks[0]).toBeGreaterThanOrEqual(60);
  expect(slow.journaled[0]).toBeLessThanOrEqual(4);
  expect(flyFleet(1, "device", 605)).toEqual({ journaled: [5], chunks: [600] });
});
