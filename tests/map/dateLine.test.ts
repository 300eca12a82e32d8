import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import View from "ol/View.js";
import { describe, expect, test } from "vitest";
import { FleetStore } from "../../src/map/drones/data/fleetStore.ts";
import { hitTest } from "../../src/map/drones/hitTest.ts";
import { toScreenX } from "../../src/map/drones/screenPosition.ts";
import { getTracksExtent, projectTrack } from "../../src/map/tracks/coloredTrack.ts";
import { findNearest } from "../../src/map/tracks/findNearest.ts";
import { readViewport } from "../../src/map/useViewportChange.ts";
import { createFrame } from "../live/harness/frames.ts";

const toX = (lng: number) => fromLonLat([lng, 0])[0] ?? 0;
const degree = toX(1);
/** A map of 800 × 400 px around a longitude on the equator, a hundredth of a degree a pixel. */
const frameAt = (lng: number) => ({
  width: 800,
  height: 400,
  pixelRatio: 1,
  centre: [toX(lng), 0] as [number, number],
  resolution: degree / 100,
  progress: 1,
  stale: false,
});
const track = (...lngs: readonly number[]) => ({
  id: "7",
  coordinates: projectTrack(
    new Int32Array(lngs.length),
    Int32Array.from(lngs, (lng) => lng * 1e7),
  ),
  runs: [{ color: "red", first: 0, last: lngs.length - 1 }],
});

describe("at the date line", () => {
  test("a drone is drawn and hit on the side of it that the map shows", () => {
    expect(Math.round(toScreenX(toX(-179), frameAt(179)))).toBe(600);
    expect(Math.round(toScreenX(toX(179), frameAt(-179)))).toBe(200);
    expect(Math.round(toScreenX(toX(106), frameAt(105)))).toBe(500);
    const snapshot = new FleetStore().decode(createFrame([{ index: 3, position: [-179, 0] }], 1).buffer);
    expect(hitTest(snapshot, snapshot, frameAt(179), [600, 200])).toEqual({ kind: "drone", index: 3 });
  });

  test("a track goes on beyond it, and is fitted without the rest of the world", () => {
    const flown = track(179.9, 180, -179.9, -179.8);
    expect([0, 2, 4, 6].map((place) => Math.round((flown.coordinates[place] ?? 0) / degree / 0.1))).toEqual([
      1799, 1800, 1801, 1802,
    ]);
    const extent = (getTracksExtent([flown, track(-179.7, -179.6)]) ?? []).map((value) => value / degree);
    expect([extent[0]?.toFixed(1), extent[2]?.toFixed(1)]).toEqual(["179.9", "180.4"]);
  });

  test("a track is hit from both sides of it", () => {
    const flown = track(179.9, -179.9);
    for (const lng of [180.05, -179.95])
      expect(findNearest([flown], [toX(lng), 0], degree / 100)?.share).toBeCloseTo(0.75, 5);
    expect(findNearest([flown], [0, 0], degree)).toBe(null);
  });

  test("the drones on both sides of it are asked for", () => {
    const read = (lng: number, resolution: number) => {
      const view = new View({ center: [toX(lng), 0], resolution });
      // Seam: the function reads only these two of a map.
      const map = { getView: () => view, getSize: () => [800, 400] } as unknown as OlMap;
      const [west = 0, , east = 0] = readViewport(map)?.bbox ?? [];
      return [Math.round(west), Math.round(east)];
    };
    expect(read(179, degree / 100)).toEqual([175, -177]);
    expect(read(-179, degree / 100)).toEqual([177, -175]);
    expect(read(105, degree / 100)).toEqual([101, 109]);
    expect(read(179, degree)).toEqual([-180, 180]);
  });
});
