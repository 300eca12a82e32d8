import { describe, expect, test } from "vitest";
import { findCounty } from "../../server/map/findCounty.ts";
import { createRegionRows } from "../../server/reference/region/createRegionRows.ts";

describe("the county of a place", () => {
  test.for<[place: string, lng: number, lat: number, id: string | null]>([
    ["天安门", 116.3975, 39.9087, "110101"],
    ["成都武侯祠", 104.0438, 30.6418, "510107"],
    ["深圳南山", 113.93, 22.533, "440305"],
    ["上海外滩", 121.4845, 31.2372, "310101"],
    // A city without counties.
    ["东莞", 113.7518, 23.0207, "441900"],
    ["台北 101", 121.5645, 25.0339, "710009"],
    // The dictionary has it under a newer code.
    ["米林", 94.213, 29.215, "540481"],
    // A unit that the dictionary does not have: its prefecture.
    ["大柴旦", 95.357, 37.853, "632800"],
    ["首尔", 126.978, 37.5665, null],
    ["东海", 125, 29, null],
    ["0, 0", 0, 0, null],
  ])("%s", ([, lng, lat, id]) => {
    expect(findCounty(lng, lat)).toBe(id);
  });

  test("is one of the dictionary, wherever a flight starts", () => {
    const regions = createRegionRows();
    const known = new Set(regions.map(({ id }) => id));
    const counties = regions.filter(({ hasChildren, lng }) => !hasChildren && lng !== null);
    const found = counties.map(({ lng, lat }) => findCounty(lng ?? 0, lat ?? 0));
    expect(found.filter((id) => id !== null && !known.has(id))).toEqual([]);
    // Centres lie in their county; simplified borders may cut off some of the smallest islands.
    const hits = counties.filter(({ id }, at) => found[at] === id).length;
    expect(hits / counties.length).toBeGreaterThan(0.99);
  });
});
