import { expect, test } from "vitest";
import { alxa, type LatLon, setupFeed } from "./setupFeed.ts";

/** On both sides of the border of 北京市 and 大厂, 1.7 km apart. */
const [inside, outside]: readonly [LatLon, LatLon] = [
  [39.9, 116.77],
  [39.9, 116.79],
];

test("a screen of a region gets a drone as it crosses the border, and loses it as it leaves", () => {
  const { connectClient, flyAt, send, tick } = setupFeed();
  const slot = flyAt("1", outside);
  flyAt("2", alxa);
  tick();
  const scope = { by: "region" as const, items: [{ id: "110000", name: "北京市" }] };
  const client = connectClient({ scope, audience: "staff" });
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
