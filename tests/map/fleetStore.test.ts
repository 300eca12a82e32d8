import { describe, expect, test } from "vitest";
import type { FleetSnapshot, FleetViewport } from "../../src/map/drones/data/fleetSnapshot.ts";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { markerStyles } from "../../src/map/drones/data/markerStyles.ts";
import { createFrame, type SampleDrone } from "../live/harness/frames.ts";

const lostLink = 2;
/** 0.001° of longitude in EPSG:3857 metres. */
const thousandthDegreeMeters = 111.319_490_8;
const window: FleetViewport = {
  extent: [11_000_000, 4_000_000, 12_500_000, 5_500_000],
  zoom: 14,
  clusters: false,
  trails: false,
  selected: null,
};

/** Decodes one frame per second. */
function createSnapshots(...frames: readonly (readonly SampleDrone[])[]): FleetSnapshot[] {
  const store = new FleetStore();
  return frames.map((drones, second) => store.decode(createFrame(drones, second + 1).buffer));
}
const getLast = (snapshots: readonly FleetSnapshot[]): FleetSnapshot => {
  const snapshot = snapshots.at(-1);
  if (!snapshot) throw new Error("there is no snapshot");
  return snapshot;
};
/** Distance a row slides from the previous snapshot, projected metres. */
const getDistance = ({ x0, x1, y0, y1 }: FleetSnapshot, row = 0) =>
  Math.hypot((x1[row] ?? 0) - (x0[row] ?? 0), (y1[row] ?? 0) - (y0[row] ?? 0));

const createDrone = (index: number, lng: number, more: Partial<SampleDrone> = {}): SampleDrone => ({
  index,
  position: [lng, 39.92],
  ...more,
});

describe("a drone's marker", () => {
  test("slides from its position in the previous snapshot, even if its row changed", () => {
    const snapshot = getLast(
      createSnapshots(
        [createDrone(3, 105), createDrone(9, 106)],
        [createDrone(9, 106.001), createDrone(3, 105.002)],
      ),
    );
    expect(getDistance(snapshot, 0)).toBeCloseTo(thousandthDegreeMeters, 3);
    expect(getDistance(snapshot, 1)).toBeCloseTo(2 * thousandthDegreeMeters, 3);
  });

  test("of a new drone appears in place", () => {
    expect(
      getDistance(
        getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105), createDrone(2, 105.001)])),
        1,
      ),
    ).toBe(0);
  });

  test("jumps instead of sliding over more than 600 m", () => {
    expect(
      getDistance(getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.005)]))),
    ).toBeCloseTo(5 * thousandthDegreeMeters, 3);
    expect(getDistance(getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.006)])))).toBe(0);
    // 10 km, as after a connection gap.
    expect(getDistance(getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.12)])))).toBe(0);
  });

  test("does not slide while the link is lost", () => {
    expect(
      getDistance(
        getLast(createSnapshots([createDrone(1, 105)], [createDrone(1, 105.001, { link: lostLink })])),
      ),
    ).toBe(0);
  });

  test("does not slide from another drone that had the same index", () => {
    const store = new FleetStore();
    store.decode(createFrame([createDrone(5, 105), createDrone(6, 106)], 1).buffer);
    store.forget([5]);
    const snapshot = store.decode(createFrame([createDrone(5, 105.001), createDrone(6, 106.001)], 2).buffer);
    expect(getDistance(snapshot, 0)).toBe(0);
    expect(getDistance(snapshot, 1)).toBeCloseTo(thousandthDegreeMeters, 3);
  });

  test("of a drone missing in the previous snapshot appears in place", () => {
    expect(getDistance(getLast(createSnapshots([createDrone(1, 105)], [], [createDrone(1, 105.001)])))).toBe(
      0,
    );
  });
});

describe("a snapshot", () => {
  test("has the speed of its fastest drone, ignoring unknown speeds", () => {
    const snapshot = getLast(
      createSnapshots([createDrone(1, 105, { speed: 12.5 }), createDrone(2, 105, { speed: 655.35 })]),
    );
    expect(snapshot.maxSpeed).toBe(12.5);
  });

  test("continues from the last valid frame after invalid bytes were rejected", () => {
    const store = new FleetStore();
    store.decode(createFrame([createDrone(1, 105)], 1).buffer);
    expect(() => store.decode(new Uint8Array([1, 2, 3, 4]).buffer)).toThrow("52 bytes");
    expect(getDistance(store.decode(createFrame([createDrone(1, 105.001)], 2).buffer))).toBeCloseTo(
      thousandthDegreeMeters,
      3,
    );
  });

  test("is regrouped only if the viewport changes the grouping", () => {
    const store = new FleetStore();
    store.setViewport(window);
    store.decode(createFrame([createDrone(1, 105), createDrone(2, 105.0001)], 7).buffer);
    expect(store.setViewport({ ...window, zoom: 15 })).toBeNull();
    const grouped = store.setViewport({ ...window, zoom: 6, clusters: true });
    expect([grouped?.sequence, grouped?.grouping.clusters[2]]).toEqual([7, 2]);
  });

  test("is grouped for a second map too, for as long as there is one", () => {
    const store = new FleetStore();
    store.setViewport({ ...window, zoom: 6, clusters: true });
    const decode = (sequence: number) =>
      store.decode(
        createFrame([createDrone(1, 105), createDrone(2, 105.0001, { alarms: 1 })], sequence).buffer,
      );
    expect(decode(1).closeUp).toBeUndefined();
    store.setCloseUp({ ...window, zoom: 9, clusters: false });
    const { singles, closeUp } = decode(2);
    expect([...singles]).toEqual([]);
    expect([[...(closeUp?.singles ?? [])], [...(closeUp?.alarmed ?? [])]]).toEqual([[0, 1], [1]]);
    store.setCloseUp(null);
    expect(decode(3).closeUp).toBeUndefined();
  });

  test("has clusters with the number of lost drones and their worst state and alarm", () => {
    const getCluster = (...drones: readonly Partial<SampleDrone>[]) => {
      const store = new FleetStore();
      store.setViewport({ ...window, zoom: 6, clusters: true });
      const flying = drones.map((drone, index) => createDrone(index, 105 + index / 10_000, drone));
      const [, , ...figures] = store.decode(createFrame(flying, 1).buffer).clusters;
      return figures;
    };
    const [fresh, delayed, position, lost] = [0, 1, 2, 3];
    expect(getCluster({}, {})).toEqual([2, 0, fresh, 0]);
    expect(getCluster({}, { link: 1 }, {})).toEqual([3, 0, delayed, 0]);
    expect(getCluster({ alarms: 2 }, { link: 1 })).toEqual([2, 0, position, 0]);
    expect(getCluster({ ageS: 45 }, {})).toEqual([2, 0, position, 0]);
    expect(getCluster({}, { link: lostLink }, { link: 3 }, { alarms: 1 })).toEqual([4, 2, lost, 0]);
    // An open alarm is no doubt about the position: P2 that waits, beside an acknowledged one.
    expect(getCluster({ alarms: 64 }, {}, { alarms: 8 })).toEqual([3, 0, fresh, 4]);
  });

  test("names the single drones with an alarm", () => {
    const store = new FleetStore();
    store.setViewport({ ...window, zoom: 6, clusters: true });
    const flying = [
      createDrone(4, 105),
      createDrone(5, 110, { alarms: 1 }),
      createDrone(6, 105.0001, { alarms: 1 }),
    ];
    const snapshot = store.decode(createFrame(flying, 1).buffer);
    expect([...snapshot.singles]).toEqual([1]);
    expect([...snapshot.alarmed]).toEqual([1]);
    expect([...(store.setViewport(window)?.grouping.alarmed ?? [])]).toEqual([1, 2]);
  });

  test("greys a drone by the age of its position, measured by its own period", () => {
    const stale = markerStyles.indexOf("stale");
    const store = new FleetStore();
    const getStyle = (second: number, ageS: number) =>
      store.decode(createFrame([createDrone(1, 105 + second / 10_000, { ageS })], second).buffer)
        .styleIndexes[0];
    expect(getStyle(1, 0)).not.toBe(stale);
    expect(getStyle(2, 0)).not.toBe(stale);
    expect(getStyle(15, 12)).toBe(stale);
    const slow = new FleetStore();
    for (const second of [0, 20, 40])
      slow.decode(createFrame([createDrone(1, 105 + second / 10_000)], second).buffer);
    const last = slow.decode(createFrame([createDrone(1, 105.004, { ageS: 25 })], 65).buffer);
    expect(last.styleIndexes[0]).not.toBe(stale);
  });
});
