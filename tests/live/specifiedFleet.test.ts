import { expect, test } from "vitest";
import { decodeFleetFrame, fleetUnknown } from "../../adapters/contract/fleetFrame.ts";
import type { TaskRow } from "../../adapters/contract/task.ts";
import { createFleetTable } from "../../src/live/fleetTable.ts";
import { createSpecifiedFleet } from "../../src/live/specifiedFleet.ts";
import { toLngLat } from "../../src/pages/live/toLngLat.ts";

const start = Date.UTC(2026, 10, 29, 3);
const links = ["fresh", "delayed", "lost", "lastKnown"];

/** A task as it is read of a platform that says little. */
const createTask = (id: string, last: unknown = null, status = "running"): TaskRow =>
  ({
    id,
    taskNo: "",
    name: "",
    droneSn: `SN${id}`,
    companyName: "",
    startedAt: null,
    plannedAt: null,
    status,
    last,
  }) as unknown as TaskRow;

function setup() {
  let now = start;
  const forgotten: number[] = [];
  const table = createFleetTable((indexes) => forgotten.push(...indexes));
  const fleet = createSpecifiedFleet(table, () => now);
  const read = () => {
    const { count, columns, counts } = decodeFleetFrame(fleet.createFrame());
    return Array.from({ length: count }, (_, row) => ({
      taskId: table.getTaskId(columns.index[row] ?? -1),
      lat: columns.lat[row],
      lon: columns.lon[row],
      link: links[columns.link[row] ?? -1],
      ageS: (columns.age[row] ?? 0) / 10,
      battery: columns.battery[row],
      flying: counts.flying,
    }));
  };
  return { fleet, table, read, forgotten, pass: (ms: number) => (now += ms) };
}

test("degrees and degrees × 10⁷ are places; what is no place is on no map, but in the list", () => {
  const { fleet, read } = setup();
  const page = fleet.setTasks([
    createTask("1", { lat: 30.5, lon: 114.3 }),
    createTask("2", { lat: 305_000_000, lng: 1_143_000_000, batPct: 60 }),
    createTask("3", { lat: 91, lon: 200 }),
    createTask("4", { lat: 0, lon: 0 }),
    createTask("5", null, "planned"),
  ]);
  expect(page.rows.map(({ id, link, battery }) => [id, link, battery])).toEqual([
    ["1", "fresh", undefined],
    ["2", "fresh", 60],
    ["3", undefined, undefined],
    ["4", undefined, undefined],
  ]);
  expect(page.planned.map(({ id }) => id)).toEqual(["5"]);
  const place = { lat: 305_000_000, lon: 1_143_000_000, link: "fresh", ageS: 0, flying: 4 };
  expect(read()).toEqual([
    { ...place, taskId: "1", battery: fleetUnknown.battery },
    { ...place, taskId: "2", battery: 60 },
  ]);
});

test("a place that is told again without a time is no news: it ages, and a new one is fresh", () => {
  const { fleet, read, pass } = setup();
  fleet.setTasks([createTask("1", { lat: 30.5, lon: 114.3 })]);
  pass(30_000);
  const page = fleet.setTasks([createTask("1", { lat: 30.5, lon: 114.3 })]);
  expect(page.rows[0]).toMatchObject({ link: "lost", age: 30 });
  expect(read()).toMatchObject([{ link: "lost", ageS: 30 }]);
  pass(60_000);
  expect(read()).toMatchObject([{ link: "lastKnown", ageS: 90 }]);
  fleet.setTasks([createTask("1", { lat: 30.6, lon: 114.3 })]);
  expect(read()).toMatchObject([{ link: "fresh", ageS: 0, lat: 306_000_000 }]);
});

test("between two lists a place is as new as can be; without a list or message after that it is delayed", () => {
  const { fleet, read, pass } = setup();
  fleet.setTasks([createTask("1", { lat: 30.5, lon: 114.3 })]);
  pass(10_500);
  expect(read()).toMatchObject([{ link: "fresh", ageS: 10.5 }]);
  pass(5_000);
  expect(read()).toMatchObject([{ link: "delayed" }]);
  fleet.applySample({ taskId: "1", lat: 30.6, lon: 114.3 });
  pass(5_000);
  expect(read()).toMatchObject([{ link: "delayed", ageS: 5 }]);
});

test("a message's own time and battery count, whatever they are called", () => {
  const { fleet, read } = setup();
  const at = new Date(start - 30_000).toISOString();
  fleet.applySample({ taskId: "1", latitude: 30.5, longitude: 114.3, time: at, battery: "76" });
  fleet.applySample({ taskId: "2", lat: 30.5, lng: 114.3, timestamp: (start - 2_000) / 1_000 });
  expect(read()).toMatchObject([
    { link: "lost", ageS: 30, battery: 76 },
    { link: "fresh", ageS: 2 },
  ]);
});

test("a message of a place alone leaves the battery as it was told before", () => {
  const { fleet, read } = setup();
  fleet.setTasks([createTask("1", { lat: 30.5, lon: 114.3, batPct: 60 })]);
  fleet.applySample({ taskId: "1", lat: 30.6, lon: 114.3 });
  expect(read()).toMatchObject([{ lat: 306_000_000, battery: 60 }]);
});

test("message 4 moves a drone, an older one does not, and a task that is gone takes its drone from the map", () => {
  const { fleet, read, table, forgotten, pass } = setup();
  fleet.setTasks([createTask("1", { lat: 30.5, lon: 114.3, tSrc: start })]);
  pass(5_000);
  fleet.applySample({ taskId: 1, lat: 30.7, lng: 114.3, tSrc: start + 5_000 });
  fleet.applySample({ taskId: "1", lat: 10, lng: 110, tSrc: start + 1_000 });
  fleet.applySample({ taskId: "9", lat: "x" });
  fleet.applySample(null);
  fleet.applySample([{ taskId: "2", latitude: "30.8", longitude: "114.3", heading: "90" }, null]);
  expect(read()).toMatchObject([
    { taskId: "1", lat: 307_000_000, ageS: 0 },
    { taskId: "2", lat: 308_000_000, lon: 1_143_000_000 },
  ]);
  fleet.setTasks([]);
  expect([read(), table.indexOf("1"), forgotten]).toEqual([[], null, [0, 1]]);
});

test("a record's place is known in either unit", () => {
  expect(toLngLat({ lat: 39.9, lon: 116.4 })).toEqual([116.4, 39.9]);
  expect(toLngLat({ lat: 399_000_000, lon: 1_164_000_000 })).toEqual([116.4, 39.9]);
  expect(toLngLat({ lat: 39.9, lon: null })).toBeNull();
});
