import { describe, expect, test } from "vitest";
import type { FleetSnapshot, FleetViewport } from "../../src/map/drones/data/fleetSnapshot.ts";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { createFrame, type SampleDrone } from "../live/harness/frames.ts";

const lostLink = 2;
/** 0.001° of longitude in EPSG:3857, metres. */
const thousandthDegreeMeters = 111.319_490_8;
const window: FleetViewport = {
  extent: [11_000_000, 4_000_000, 12_500_000, 5_500_000],
  zoom: 14,
  clusters: false,
  trails: false,
  selected: null,
};

/** What a store makes of one frame a second. */
function createSnapshots(...frames: readonly (readonly SampleDrone[])[]): FleetSnapshot[] {
  const store = new FleetStore();
  return frames.map((drones, second) => store.decode(createFrame(drones, second + 1).buffer));
}
const getLast = (shots: readonly FleetSnapshot[]): FleetSnapshot => {
  const shot = shots.at(-1);
  if (!shot) throw new Error("there is no shot");
  return shot;
};
/** How far a row slides from the shot before, metres of the projection. */
const getDistance = ({ x0, x1, y0, y1 }: FleetSnapshot, row = 0) =>
  Math.hypot((x1[row] ?? 0) - (x0[row] ?? 0), (y1[row] ?? 0) - (y0[row] ?? 0));

const createDrone = (index: number, lng: number, more: Partial<SampleDrone> = {}): SampleDrone => ({
  index,
  position: [lng, 39.92],
  ...more,
});

describe("a drone's marker", () => {
  test("slides from where the drone was in the shot before, in whatever row it stood there", () => {
    const shot = getLast(
      createSnapshots(
        [createDrone(3, 105), createDrone(9, 106)],
        [createDrone(9, 106.001), createDrone(3, 105.002)],
      ),
    );
    expect(getDistance(shot, 0)).toBeCloseTo(thousandthDegreeMeters, 3);
    expect(getDistance(shot, 1)).toBeCloseTo(2 * thousandthDegreeMeters, 3);
  });

  test("stands at once where a new drone is", () => {
    expect(
      getDistance(
        getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105), createDrone(2, 105.001)])),
        1,
      ),
    ).toBe(0);
  });

  test("jumps over more than 600 m instead of sliding across the map", () => {
    expect(
      getDistance(getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.005)]))),
    ).toBeCloseTo(5 * thousandthDegreeMeters, 3);
    expect(getDistance(getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.006)])))).toBe(0);
    // 10 km, as after a gap of the connection.
    expect(getDistance(getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.12)])))).toBe(0);
  });

  test("does not slide while the drone is lost, as nobody knows where it flies", () => {
    expect(
      getDistance(
        getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.001, { link: lostLink })])),
      ),
    ).toBe(0);
  });

  test("does not come from where another drone of the same index was", () => {
    const store = new FleetStore();
    store.decode(createFrame([createDrone(5, 105), createDrone(6, 106)], 1).buffer);
    store.forget([5]);
    const shot = store.decode(createFrame([createDrone(5, 105.001), createDrone(6, 106.001)], 2).buffer);
    expect(getDistance(shot, 0)).toBe(0);
    expect(getDistance(shot, 1)).toBeCloseTo(thousandthDegreeMeters, 3);
  });

  test("stands at once where a drone comes back that was not in the shot before", () => {
    expect(getDistance(getLast(createSnapshots([createDrone(1, 105)], [], [createDrone(1, 105.001)])))).toBe(
      0,
    );
  });
});

describe("a shot", () => {
  test("tells the speed of its fastest drone, without those whose speed is not known", () => {
    const shot = getLast(
      createSnapshots([createDrone(1, 105, { speed: 12.5 }), createDrone(2, 105, { speed: 655.35 })]),
    );
    expect(shot.maxSpeed).toBe(12.5);
  });

  test("has bytes that are no frame refused, and goes on from the frame before them", () => {
    const store = new FleetStore();
    store.decode(createFrame([createDrone(1, 105)], 1).buffer);
    expect(() => store.decode(new Uint8Array([1, 2, 3, 4]).buffer)).toThrow("32 bytes");
    expect(getDistance(store.decode(createFrame([createDrone(1, 105.001)], 2).buffer))).toBeCloseTo(
      thousandthDegreeMeters,
      3,
    );
  });

  test("is grouped anew only where another part of the map groups it otherwise", () => {
    const store = new FleetStore();
    store.setViewport(window);
    store.decode(createFrame([createDrone(1, 105), createDrone(2, 105.0001)], 7).buffer);
    expect(store.setViewport({ ...window, zoom: 15 })).toBeNull();
    const grouped = store.setViewport({ ...window, zoom: 6, clusters: true });
    expect([grouped?.sequence, grouped?.grouping.clusters[2]]).toEqual([7, 2]);
  });
});
