import { expect, test } from "vitest";
import { appendSample } from "../../server/telemetry/fleet/appendSample.ts";
import { createBatch } from "../../server/telemetry/fleet/sampleColumns.ts";
import { createFlightRegistry } from "../../server/telemetry/flights/flightRegistry.ts";
import type { WriteBehind } from "../../server/telemetry/flights/writeBehind.ts";
import { samplePosition } from "./setupFleet.ts";

const noop = () => undefined;

/** Flights that send once a second for 45 s; gives the greatest number of samples that is stored of each. */
function flyFleet(flightCount: number, source: "device" | "simulator"): number[] {
  let ids = 0;
  const stored = new Map<string, number>();
  const writes: WriteBehind = {
    insertTask: noop,
    updateTask: noop,
    insertFlight: ({ id }) => stored.set(id, 0),
    updateFlightState: noop,
    updateFlight: noop,
    insertTrack: ({ flightId, samples }) => stored.set(flightId, samples),
    insertEvent: noop,
    insertRejected: noop,
    insertPlatformEvent: noop,
    updateHangar: noop,
    flush: () => Promise.resolve(),
  };
  const registry = createFlightRegistry({
    capacity: 2_048,
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
  for (let second = 1; second <= 45; second++) {
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
    registry.tick(second * 1_000);
  }
  return [...stored.values()];
}

test("also of 2,000 devices a server that is killed loses no more than the last half minute", () => {
  const samples = flyFleet(2_000, "device");
  expect(samples).toHaveLength(2_000);
  expect(Math.min(...samples)).toBeGreaterThanOrEqual(15);
});

test("of as many simulated flights only the finished pieces of their tracks are stored", () => {
  // The first position alone.
  expect(new Set(flyFleet(2_000, "simulator"))).toEqual(new Set([1]));
});
