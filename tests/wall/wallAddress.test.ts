import { describe, expect, test } from "vitest";
import { toWallUrl } from "../../adapters/http/wallHttp.ts";
import { getArcMinutePx, parseWallAddress } from "../../src/wall/wallAddress.ts";

const fullHd = { width: 1920, height: 1080 };
const parse = (pathname: string, search = "") => parseWallAddress({ pathname, search }, fullHd);

describe("The address of a screen", () => {
  test("names the layout; without one the screen shows what 大屏 says", () => {
    expect(parse("/wall/alarms").layout).toBe("alarms");
    expect(parse("/wall").layout).toBeNull();
    expect(parse("/wall/cinema").layout).toBeNull();
  });

  test("gives the size of a minute of arc from diagonal and distance", () => {
    // 55 inches of 16:9 are 1.2176 m wide: 1920 pixels. A minute of arc at 4 m is 1.1636 mm.
    expect(getArcMinutePx(55, 4, fullHd)).toBeCloseTo(1.835, 3);
    expect(getArcMinutePx(55, 4, { width: 3840, height: 2160 })).toBeCloseTo(3.67, 2);
    expect(parse("/wall", "?inch=110&distance=8").arcMinutePx).toBeCloseTo(1.835, 3);
    expect(parse("/wall", "?inch=-1&distance=x").arcMinutePx).toBeCloseTo(1.835, 3);
  });

  test("names the part of one map that several screens show", () => {
    expect(parse("/wall/map", "?part=2x2-1-0").part).toEqual({ columns: 2, rows: 2, column: 1, row: 0 });
    const whole = { columns: 1, rows: 1, column: 0, row: 0 };
    expect(parse("/wall/map", "?part=2x2-2-0").part).toEqual(whole);
    expect(parse("/wall/map", "?part=9x9-1-1").part).toEqual(whole);
  });
});

test("the console's calls become those below /wall", () => {
  expect(toWallUrl("/wms/api/x/alarm/open")).toBe("/wall/api/x/alarm/open");
  expect(toWallUrl("/graphql")).toBe("/wall/graphql");
});
