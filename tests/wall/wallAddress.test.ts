import { describe, expect, test } from "vitest";
import { toWallUrl } from "../../adapters/http/wallHttp.ts";
import { getArcMinutePx, parseWallAddress } from "../../src/wall/wallAddress.ts";

const fullHd = { width: 1920, height: 1080 };
const parse = (pathname: string, search = "") => parseWallAddress({ pathname, search }, fullHd);

describe("The address of a screen", () => {
  test("names the layout, or two; without one the screen shows what 大屏 says", () => {
    expect(parse("/wall/alarms")).toMatchObject({ layouts: ["alarms"], unknown: null });
    expect(parse("/wall/map+video4/")).toMatchObject({ layouts: ["map", "video4"], unknown: null });
    expect(parse("/wall")).toMatchObject({ layouts: null, unknown: null });
    expect(parse("/wall/")).toMatchObject({ layouts: null, unknown: null });
  });

  test.each(["cinema", "map+cinema", "map+map", "map+tasks+alarms", "2x2", "2x2/0", "2x2/5", "5x1/1"])(
    "says that there is no layout %s",
    (name) => {
      expect(parse(`/wall/${name}`)).toMatchObject({ layouts: null, unknown: name });
    },
  );

  test("gives the size of a minute of arc from diagonal and distance", () => {
    // 55 inches of 16:9 are 1.2176 m wide: 1920 pixels. A minute of arc at 4 m is 1.1636 mm.
    expect(getArcMinutePx(55, 4, fullHd)).toBeCloseTo(1.835, 3);
    expect(getArcMinutePx(55, 4, { width: 3840, height: 2160 })).toBeCloseTo(3.67, 2);
    expect(parse("/wall", "?inch=110&distance=8")).toMatchObject({
      arcMinutePx: expect.closeTo(1.835, 3),
      isTooSmall: false,
    });
    expect(parse("/wall", "?inch=-1&distance=x").arcMinutePx).toBeCloseTo(1.835, 3);
  });

  test("of another shape stands for a screen whose shorter side is that of 55 inches", () => {
    const parseOf = (width: number, height: number) =>
      parseWallAddress({ pathname: "/wall", search: "" }, { width, height }).arcMinutePx;
    expect(parseOf(3840, 1080)).toBeCloseTo(1.835, 3);
    expect(parseOf(1080, 1920)).toBeCloseTo(1.835, 3);
  });

  test("asks for no sizes that do not fit, and says so", () => {
    // 392 minutes high at 6 m: a layout needs 560.
    expect(parse("/wall", "?distance=6")).toMatchObject({
      arcMinutePx: expect.closeTo(1080 / 560, 5),
      isTooSmall: true,
    });
  });

  test("names the part of one map that several screens show", () => {
    expect(parse("/wall/map", "?part=2x2-1-0").part).toEqual({ columns: 2, rows: 2, column: 1, row: 0 });
    expect(parse("/wall/2x2/3")).toMatchObject({
      layouts: ["map"],
      part: { columns: 2, rows: 2, column: 0, row: 1 },
    });
    expect(parse("/wall/4x1/4").part).toEqual({ columns: 4, rows: 1, column: 3, row: 0 });
    const whole = { columns: 1, rows: 1, column: 0, row: 0 };
    expect(parse("/wall/map", "?part=2x2-2-0").part).toEqual(whole);
    expect(parse("/wall/map", "?part=9x9-1-1").part).toEqual(whole);
  });
});

test("the console's calls become those below /wall", () => {
  expect(toWallUrl("/wms/api/x/alarm/open")).toBe("/wall/api/x/alarm/open");
  expect(toWallUrl("/graphql")).toBe("/wall/graphql");
});
