import { expect, test } from "vitest";
import { describePlace } from "../../server/alarms/describePlace.ts";

const metresPerDegree = 111_195;
const center = { name: "双流区中心", lng: 103.9, lat: 30.5 };
const county = { name: "四川省成都市双流区", center };
/** A point so many metres east and north of the centre. */
const at = (east: number, north: number) =>
  [
    center.lng + east / (metresPerDegree * Math.cos((center.lat * Math.PI) / 180)),
    center.lat + north / metresPerDegree,
  ] as const;
const hangar = (name: string, east: number, north: number) => {
  const [lng, lat] = at(east, north);
  return { name, lng, lat };
};

test.each([
  ["正北", 0, 300, "300 米"],
  ["东北", 1_000, 1_000, "1.4 公里"],
  ["正东", 12_340, 0, "12.3 公里"],
  ["东南", 500, -500, "710 米"],
  ["正南", 0, -999, "1.0 公里"],
  ["西南", -7_000, -7_000, "9.9 公里"],
  ["正西", -60, 10, "60 米"],
  ["西北", -300, 350, "460 米"],
])("a place is named by its county and its centre: %s", (wind, east, north, distance) => {
  expect(describePlace(...at(east, north), county, [])).toBe(
    `四川省成都市双流区，双流区中心${wind} ${distance}`,
  );
});

test("the nearest hangar within 20 km goes before the centre of the county", () => {
  const hangars = [hangar("远机场", 5_000, 0), hangar("近机场", 0, 2_000), hangar("外地机场", 90_000, 0)];
  expect(describePlace(...at(0, 0), county, hangars)).toBe("四川省成都市双流区，近机场正南 2.0 公里");
  expect(describePlace(...at(0, 2_010), county, hangars)).toBe("四川省成都市双流区，近机场附近");
  expect(describePlace(...at(0, 0), county, [hangar("外地机场", 21_000, 0)])).toBe(
    "四川省成都市双流区，双流区中心附近",
  );
});

test("a place outside the boundaries has a hangar at most", () => {
  expect(describePlace(...at(0, 0), null, [hangar("海上机场", 0, 800)])).toBe("海上机场正南 800 米");
  expect(describePlace(...at(0, 0), null, [])).toBe("");
});
