import { describe, expect, test } from "vitest";
import { splitByView } from "../../src/map/drones/data/splitByView.ts";

/** EPSG:3857 in thousands of kilometres: about 9 degrees of longitude each. */
const split = (places: readonly (readonly [number, number])[], size: readonly [number, number]) => {
  const toMetres = (thousands: number) => thousands * 1_000_000;
  const { inside, outside } = splitByView(
    { x: places.map(([x]) => toMetres(x)), y: places.map(([, y]) => toMetres(y)) },
    [toMetres(size[0]), toMetres(size[1])],
  );
  return { inside, outside };
};
const laptop = [11, 7] as const;
const chengdu = [11.58, 3.58] as const;
const beijing = [12.96, 4.85] as const;
const berlin = [1.49, 6.89] as const;
const sydney = [16.83, -4.01] as const;

describe("what one view can show", () => {
  test("is everything if it fits", () => {
    expect(split([chengdu, beijing, [8, 5]], laptop)).toEqual({ inside: [0, 1, 2], outside: [] });
    expect(split([], laptop)).toEqual({ inside: [], outside: [] });
  });

  test("is where most drones are, without a single one abroad", () => {
    expect(split([berlin, chengdu, beijing, chengdu], laptop)).toEqual({ inside: [1, 2, 3], outside: [0] });
    expect(split([chengdu, chengdu, sydney, berlin], laptop)).toEqual({
      inside: [0, 1, 3],
      outside: [2],
    });
  });

  test("is what lies nearest to China where no place has more drones", () => {
    expect(split([sydney, chengdu], laptop)).toEqual({ inside: [1], outside: [0] });
    expect(split([berlin, berlin, chengdu, chengdu, sydney, sydney], [1, 1])).toEqual({
      inside: [2, 3],
      outside: [0, 1, 4, 5],
    });
  });

  test("is one place of a phone's small view", () => {
    expect(split([beijing, chengdu, chengdu], [1, 1])).toEqual({ inside: [1, 2], outside: [0] });
  });

  test("includes drones at the edge of the world and on a map without a size", () => {
    expect(split([[20.037, 19], [20.037, 19], chengdu], [0, 0])).toEqual({ inside: [0, 1], outside: [2] });
    expect(split([[-20.037, -19], chengdu, chengdu], laptop)).toEqual({ inside: [1, 2], outside: [0] });
  });
});

describe("the densest 95 %", () => {
  const world = [40, 40] as const;
  /** Drones a kilometre apart. */
  const inTown = (count: number) =>
    Array.from({ length: count }, (_, n) => [chengdu[0] + n / 1_000, chengdu[1]] as const);

  test("are shown without the one in twenty that is far from them, though all would fit", () => {
    expect(split([beijing, ...inTown(19)], world).outside).toEqual([0]);
    expect(split([beijing, sydney, ...inTown(38)], world).outside).toEqual([0, 1]);
  });

  test("are shown with the others where that moves the map little", () => {
    expect(split([[chengdu[0] - 0.05, chengdu[1]], ...inTown(39)], world).outside).toEqual([]);
    expect(split([[chengdu[0] - 0.2, chengdu[1]], ...inTown(39)], world).outside).toEqual([0]);
  });
});

describe("a fleet of fewer than 20", () => {
  const world = [40, 40] as const;
  /** Places east of Chengdu by kilometres. */
  const east = (...kilometres: readonly number[]) =>
    kilometres.map((km) => [chengdu[0] + km / 1_000, chengdu[1]] as const);
  const inTown = (count: number) => east(...Array.from({ length: count }, (_, n) => n));

  test.each([
    ["one of three far away", [...inTown(2), beijing], [2]],
    ["one of four far away", [...inTown(3), beijing], [3]],
    ["one of nineteen far away", [sydney, ...inTown(18)], [0]],
    ["two of eight far away, in different places", [berlin, sydney, ...inTown(6)], [0, 1]],
    ["one abroad, of a fleet in two towns", [...inTown(3), beijing, beijing, berlin], [5]],
    ["one far from all at the same spot", [...east(0, 0, 0), beijing], [3]],
    ["four of nineteen far away", [...Array.from({ length: 4 }, () => beijing), ...inTown(15)], [0, 1, 2, 3]],
  ])("is shown without %s", (_, places, outside) => {
    expect(split(places, world).outside).toEqual(outside);
  });

  test.each([
    ["two", [chengdu, beijing]],
    ["three in three places", [chengdu, beijing, [8, 5] as const]],
    ["three along a road", east(0, 100, 500)],
    ["a neighbour of those at one spot", east(0, 0, 0, 19)],
    ["two places of nearly as many", [...inTown(3), beijing, beijing]],
    ["a quarter and one more in another town", [...inTown(5), beijing, beijing]],
    ["an even spread", east(...Array.from({ length: 19 }, (_, n) => 100 * n))],
  ])("is shown whole: %s", (_, places) => {
    expect(split(places, world).outside).toEqual([]);
  });
});

describe("across the date line", () => {
  const x = [20.03, -20.03, 20.01].map((thousands) => thousands * 1_000_000);
  const y = [0, 0, 100_000];

  test("places lie beside each other", () => {
    const { outside, extent } = splitByView({ x, y }, [1_000_000, 1_000_000]);
    expect(outside).toEqual([]);
    const [west, south, east, north] = extent;
    expect([west, south, north]).toEqual([20_010_000, 0, 100_000]);
    // 40,075.017 km around the world less 20,030.
    expect(east).toBeCloseTo(20_045_016.7, 0);
  });

  test("a fleet in China and a drone in Alaska are seen over the Pacific", () => {
    const [west, , east] = splitByView({ x: [11_580_000, -17_000_000], y: [0, 0] }, [4e7, 4e7]).extent;
    expect([west, Math.round(east / 1e6)]).toEqual([11_580_000, 23]);
  });
});
