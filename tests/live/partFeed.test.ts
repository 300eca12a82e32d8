import { expect, test } from "vitest";
import { createFleetParts } from "../../server/telemetry/feed/fleetParts.ts";
import { createFleetTable } from "../../server/telemetry/feed/fleetTable.ts";
import { alxa, type LatLon, setupFeed, t0 } from "./setupFeed.ts";

/** On both sides of the border of 北京市 and 大厂, 1.7 km apart. */
const [inside, outside]: readonly [LatLon, LatLon] = [
  [39.9, 116.77],
  [39.9, 116.79],
];

const beijing = { by: "region" as const, items: [{ id: "110000", name: "北京市" }] };

test("a screen of a region gets a drone as it crosses the border, and loses it as it leaves", () => {
  const { connectClient, flyAt, send, tick } = setupFeed();
  const slot = flyAt("1", outside);
  flyAt("2", alxa);
  tick();
  const client = connectClient({ scope: beijing, audience: "staff" });
  client.openFleet(null);
  let seq = 1;
  /** Slowly enough to be believed. */
  const flyTo = (place: LatLon) => {
    for (let second = 0; second < 60; second++) tick();
    send(slot, place, { seq: ++seq });
    tick();
    const { count, fleetSize } = client.frames.at(-1) ?? {};
    return [count, fleetSize];
  };
  expect([flyTo(inside), flyTo(outside)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
  expect(client.getData(3).map(({ full, taskId, closed }) => [full, taskId, closed])).toEqual([
    [true, [], []],
    [false, ["1"], []],
    [false, [], [slot]],
  ]);
});

test("a frame of before does not name the task that has a slot now", { tags: "full" }, () => {
  const { flyAt, registry, tick } = setupFeed();
  const slot = flyAt("1", inside);
  tick();
  const parts = createFleetParts(() => registry, createFleetTable(registry), JSON.stringify);
  const { table } = parts.hold(beijing);
  parts.tick();
  const rows = Uint32Array.of(slot);
  expect(table.full(rows).taskId).toEqual(["1"]);
  registry.complete(slot, t0);
  expect(flyAt("2", outside)).toBe(slot);
  expect(table.full(rows).taskId).toEqual([]);
});
