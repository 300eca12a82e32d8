import { describe, expect, test } from "vitest";
import type { FleetShot, FleetWindow } from "../../src/map/drones/data/fleetShot.ts";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { type Flying, frameOf } from "../live/harness/frames.ts";

const lost = 2;
/** 0.001° of longitude in EPSG:3857, metres. */
const thousandth = 111.319_490_8;
const window: FleetWindow = {
  extent: [11_000_000, 4_000_000, 12_500_000, 5_500_000],
  zoom: 14,
  clusters: false,
  trails: false,
  selected: null,
};

/** What a store makes of one frame a second. */
function shotsOf(...frames: readonly (readonly Flying[])[]): FleetShot[] {
  const store = new FleetStore();
  return frames.map((drones, second) => store.take(frameOf(drones, second + 1).buffer));
}
const last = (shots: readonly FleetShot[]): FleetShot => {
  const shot = shots.at(-1);
  if (!shot) throw new Error("there is no shot");
  return shot;
};
/** How far a row slides from the shot before, metres of the projection. */
const slide = ({ x0, x1, y0, y1 }: FleetShot, row = 0) =>
  Math.hypot((x1[row] ?? 0) - (x0[row] ?? 0), (y1[row] ?? 0) - (y0[row] ?? 0));

const at = (index: number, lng: number, more: Partial<Flying> = {}): Flying => ({
  index,
  at: [lng, 39.92],
  ...more,
});

describe("a drone's marker", () => {
  test("slides from where the drone was in the shot before, in whatever row it stood there", () => {
    const shot = last(shotsOf([at(3, 105), at(9, 106)], [at(9, 106.001), at(3, 105.002)]));
    expect(slide(shot, 0)).toBeCloseTo(thousandth, 3);
    expect(slide(shot, 1)).toBeCloseTo(2 * thousandth, 3);
  });

  test("stands at once where a new drone is", () => {
    expect(slide(last(shotsOf([at(1, 105)], [at(1, 105), at(2, 105.001)])), 1)).toBe(0);
  });

  test("jumps over more than 600 m instead of sliding across the map", () => {
    expect(slide(last(shotsOf([at(1, 105)], [at(1, 105.005)])))).toBeCloseTo(5 * thousandth, 3);
    expect(slide(last(shotsOf([at(1, 105)], [at(1, 105.006)])))).toBe(0);
    // 10 km, as after a gap of the connection.
    expect(slide(last(shotsOf([at(1, 105)], [at(1, 105.12)])))).toBe(0);
  });

  test("does not slide while the drone is lost, as nobody knows where it flies", () => {
    expect(slide(last(shotsOf([at(1, 105)], [at(1, 105.001, { link: lost })])))).toBe(0);
  });

  test("does not come from where another drone of the same index was", () => {
    const store = new FleetStore();
    store.take(frameOf([at(5, 105), at(6, 106)], 1).buffer);
    store.forget([5]);
    const shot = store.take(frameOf([at(5, 105.001), at(6, 106.001)], 2).buffer);
    expect(slide(shot, 0)).toBe(0);
    expect(slide(shot, 1)).toBeCloseTo(thousandth, 3);
  });

  test("stands at once where a drone comes back that was not in the shot before", () => {
    expect(slide(last(shotsOf([at(1, 105)], [], [at(1, 105.001)])))).toBe(0);
  });
});

describe("a shot", () => {
  test("tells the speed of its fastest drone, without those whose speed is not known", () => {
    const shot = last(shotsOf([at(1, 105, { speed: 12.5 }), at(2, 105, { speed: 655.35 })]));
    expect(shot.fastest).toBe(12.5);
  });

  test("has bytes that are no frame refused, and goes on from the frame before them", () => {
    const store = new FleetStore();
    store.take(frameOf([at(1, 105)], 1).buffer);
    expect(() => store.take(new Uint8Array([1, 2, 3, 4]).buffer)).toThrow("32 bytes");
    expect(slide(store.take(frameOf([at(1, 105.001)], 2).buffer))).toBeCloseTo(thousandth, 3);
  });

  test("is grouped anew only where another part of the map groups it otherwise", () => {
    const store = new FleetStore();
    store.look(window);
    store.take(frameOf([at(1, 105), at(2, 105.0001)], 7).buffer);
    expect(store.look({ ...window, zoom: 15 })).toBeNull();
    const grouped = store.look({ ...window, zoom: 6, clusters: true });
    expect([grouped?.sequence, grouped?.grouping.clusters[2]]).toEqual([7, 2]);
  });
});
