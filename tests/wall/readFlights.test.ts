import { expect, test } from "vitest";
import { fleetUnknown } from "../../adapters/contract/fleetFrame.ts";
import { linkStates } from "../../adapters/contract/flight.ts";
import type { LiveTaskRow } from "../../adapters/contract/task.ts";
import { formatRowAge } from "../../src/live/liveRow.ts";
import type { FleetSnapshot } from "../../src/map/drones/data/fleetSnapshot.ts";
import { readFlights } from "../../src/wall/readFlights.ts";

const noon = Date.parse("2026-11-21T04:00:00.000Z");

const row: LiveTaskRow = {
  id: "a",
  taskNo: "RW1",
  name: "巡查",
  droneSn: "SN1",
  company: "某公司",
  time: null,
  link: "fresh",
  age: 1,
  battery: 80,
};

/** A frame with one drone, index 7 of the table. */
const createSnapshot = (serverTime: number): FleetSnapshot =>
  ({
    serverTime,
    count: 1,
    columns: {
      index: Uint32Array.of(7),
      phase: Uint8Array.of(0),
      link: Uint8Array.of(linkStates.indexOf("fresh")),
      battery: Uint8Array.of(64),
      alarms: Uint32Array.of(0),
      age: Uint16Array.of(3),
      hAgl: Int16Array.of(fleetUnknown.height),
      hRel: Int16Array.of(1_204),
      hEll: Int16Array.of(2_000),
    },
  }) as unknown as FleetSnapshot;

const show = (snapshot: FleetSnapshot | null, now: number) => {
  const feed = { getLatest: () => snapshot };
  const table = { indexOf: (taskId: string) => (taskId === "a" ? 7 : null) };
  const { status, height } = readFlights([row], noon, { feed, table }, now).get("a") ?? {};
  return [height, status?.battery, formatRowAge(status?.ageMs ?? null)];
};

test("a flight is as the newest frame has it, between two reads of the list", () => {
  expect(show(createSnapshot(noon + 8_000), noon + 8_500)).toEqual(["相对起飞点 120 m", 64, "5 秒内"]);
});

test("without a frame it is as the list had it, older by now", () => {
  expect(show(null, noon + 8_500)).toEqual([null, 80, "9 秒前"]);
});
