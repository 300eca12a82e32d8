import { describe, expect, test } from "vitest";
import type { FleetSnapshot } from "../../src/map/drones/data/fleetSnapshot.ts";
import { hitTest } from "../../src/map/drones/hitTest.ts";
import type { PaintFrame } from "../../src/map/drones/painter.ts";

/** 1 m per pixel, the origin in the centre of 800 × 600. */
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

/** A snapshot of drones at these pixels right of the centre; indexes start at 70. */
function createSnapshot(...right: readonly number[]): FleetSnapshot {
  const x = Float64Array.from(right);
  const y = new Float64Array(right.length);
  const index = Uint32Array.from(right, (_, row) => 70 + row);
  // The cast is safe: the hit test reads only these columns.
  return { x0: x, y0: y, x1: x, y1: y, columns: { index } } as unknown as FleetSnapshot;
}
const toAllIndexes = (snapshot: FleetSnapshot) => Uint32Array.from(snapshot.x1.keys());
const alarmed = new Uint32Array(0);
const runHitTest = (
  snapshot: FleetSnapshot,
  singles = toAllIndexes(snapshot),
  clusters = new Float64Array(0),
) => hitTest(snapshot, { singles, alarmed, clusters }, frame, middle);

describe("hitTest", () => {
  test("finds the nearest drone within the radius, in any order", () => {
    expect(runHitTest(createSnapshot(3, 9))).toEqual({ kind: "drone", index: 70 });
    expect(runHitTest(createSnapshot(9, 3))).toEqual({ kind: "drone", index: 71 });
    expect(runHitTest(createSnapshot(9, 3, 12, 5))).toEqual({ kind: "drone", index: 71 });
  });

  test("has a radius of less than 14 px", () => {
    expect(runHitTest(createSnapshot(13.9))).toEqual({ kind: "drone", index: 70 });
    expect(runHitTest(createSnapshot(14))).toBeNull();
    expect(runHitTest(createSnapshot())).toBeNull();
  });

  test("uses the drawn position between the last two snapshots", () => {
    const snapshot = { ...createSnapshot(40), x0: Float64Array.of(-40) } as FleetSnapshot;
    const half = { ...frame, progress: 0.5 };
    const grouping = { singles: toAllIndexes(snapshot), alarmed, clusters: new Float64Array(0) };
    expect(hitTest(snapshot, grouping, half, middle)).toEqual({ kind: "drone", index: 70 });
    expect(hitTest(snapshot, grouping, frame, middle)).toBeNull();
  });

  test("finds a cluster only if no single drone is within the radius", () => {
    const [snapshot, cluster] = [createSnapshot(10), Float64Array.of(0, 0, 25, 1, 3)];
    expect(runHitTest(snapshot, toAllIndexes(snapshot), cluster)).toEqual({ kind: "drone", index: 70 });
    expect(runHitTest(snapshot, new Uint32Array(0), cluster)).toEqual({ kind: "cluster", centre: [0, 0] });
    expect(runHitTest(snapshot, new Uint32Array(0), Float64Array.of(30, 0, 25, 0, 0))).toBeNull();
    const second = Float64Array.of(300, 0, 25, 0, 0, 0, 0, 0, 25, 0, 0, 0);
    expect(runHitTest(snapshot, new Uint32Array(0), second)).toEqual({ kind: "cluster", centre: [0, 0] });
  });
});
