import { describe, expect, test } from "vitest";
import type { FleetSnapshot } from "../../src/map/drones/data/fleetSnapshot.ts";
import { hitTest } from "../../src/map/drones/hitTest.ts";
import type { PaintFrame } from "../../src/map/drones/painter.ts";

/** One metre of the projection a pixel, the origin in the middle of 800 × 600. */
const frame: PaintFrame = {
  width: 800,
  height: 600,
  pixelRatio: 1,
  centre: [0, 0],
  resolution: 1,
  progress: 1,
  stale: false,
};
const middle = [400, 300] as const;

/** A shot of drones that stand this many pixels right of the middle; their indexes begin at 70. */
function createSnapshot(...right: readonly number[]): FleetSnapshot {
  const x = Float64Array.from(right);
  const y = new Float64Array(right.length);
  const index = Uint32Array.from(right, (_, row) => 70 + row);
  // What is hit is found by these columns alone.
  return { x0: x, y0: y, x1: x, y1: y, columns: { index } } as unknown as FleetSnapshot;
}
const toAllIndexes = (shot: FleetSnapshot) => Uint32Array.from(shot.x1.keys());
const runHitTest = (shot: FleetSnapshot, singles = toAllIndexes(shot), clusters = new Float64Array(0)) =>
  hitTest(shot, { singles, clusters }, frame, middle);

describe("a click", () => {
  test("hits the nearest of the drones within reach, in whatever order they come", () => {
    expect(runHitTest(createSnapshot(3, 9))).toEqual({ kind: "drone", index: 70 });
    expect(runHitTest(createSnapshot(9, 3))).toEqual({ kind: "drone", index: 71 });
    expect(runHitTest(createSnapshot(9, 3, 12, 5))).toEqual({ kind: "drone", index: 71 });
  });

  test("reaches less than 14 px", () => {
    expect(runHitTest(createSnapshot(13.9))).toEqual({ kind: "drone", index: 70 });
    expect(runHitTest(createSnapshot(14))).toBeNull();
    expect(runHitTest(createSnapshot())).toBeNull();
  });

  test("hits a drone where it is drawn, between the last two shots", () => {
    const shot = { ...createSnapshot(40), x0: Float64Array.of(-40) } as FleetSnapshot;
    const half = { ...frame, progress: 0.5 };
    const grouping = { singles: toAllIndexes(shot), clusters: new Float64Array(0) };
    expect(hitTest(shot, grouping, half, middle)).toEqual({ kind: "drone", index: 70 });
    expect(hitTest(shot, grouping, frame, middle)).toBeNull();
  });

  test("hits a cluster only where no drone of its own stands within reach", () => {
    const [shot, cluster] = [createSnapshot(10), Float64Array.of(0, 0, 25)];
    expect(runHitTest(shot, toAllIndexes(shot), cluster)).toEqual({ kind: "drone", index: 70 });
    expect(runHitTest(shot, new Uint32Array(0), cluster)).toEqual({ kind: "cluster", centre: [0, 0] });
    expect(runHitTest(shot, new Uint32Array(0), Float64Array.of(30, 0, 25))).toBeNull();
  });
});
