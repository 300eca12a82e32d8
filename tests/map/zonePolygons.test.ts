import { expect, test } from "vitest";
import type { ZoneRow } from "../../adapters/contract/zone.ts";
import { toZonePolygons } from "../../src/map/zones/zonePolygons.ts";
import { squareShape } from "../contract/samples/zoneSamples.ts";

const zone = (id: string, kind: ZoneRow["kind"], state: ZoneRow["state"]) =>
  ({ id, kind, state, stateUntil: null, name: `区域${id}`, shape: squareShape }) as never;
const zones: readonly ZoneRow[] = [
  zone("1", "noFly", "inForce"),
  zone("2", "limited", "coming"),
  zone("3", "noFly", "over"),
];

test("zones have the colour of their kind, those that are over are grey", () => {
  expect(toZonePolygons(zones).map(({ color }) => color)).toEqual(["#d6293e", "#e8590c", "#868e96"]);
});

test("a kind of another platform has a colour, and its own word", () => {
  const [polygon] = toZonePolygons([zone("4", "drill" as ZoneRow["kind"], "inForce")]);
  expect(polygon).toMatchObject({ color: "#d99000", label: "drill 区域4" });
});

test("where only some are in colour, the others keep outline, fill and label", () => {
  const polygons = toZonePolygons(zones, new Set(["2"]));
  expect(polygons.map(({ color }) => color)).toEqual(["#868e96", "#e8590c", "#868e96"]);
  expect(polygons.map(({ outlineOnly }) => outlineOnly)).toEqual([false, true, true]);
  expect(polygons.map(({ label }) => label)).toEqual(toZonePolygons(zones).map(({ label }) => label));
});
