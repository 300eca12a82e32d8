import { describe, expect, test } from "vitest";
import type { FleetShot } from "../../src/map/drones/data/fleetShot.ts";
import { hitTest } from "../../src/map/drones/hitTest.ts";
import type { PaintFrame } from "../../src/map/drones/painter.ts";

/** One metre of the projection a pixel, the origin in the middle of 800 × 600. */
const frame: PaintFrame = {
  width: 800,
  height: 600,
  ratio: 1,
  centre: [0, 0],
  resolution: 1,
  share: 1,
  stale: false,
};
const middle = [400, 300] as const;

/** A shot of drones that stand this many pixels right of the middle; their indexes begin at 70. */
function shotOf(...right: readonly number[]): FleetShot {
  const x = Float64Array.from(right);
  const y = new Float64Array(right.length);
  const index = Uint32Array.from(right, (_, row) => 70 + row);
  // What is hit is found by these columns alone.
  return { x0: x, y0: y, x1: x, y1: y, columns: { index } } as unknown as FleetShot;
}
const all = (shot: FleetShot) => Uint32Array.from(shot.x1.keys());
const hit = (shot: FleetShot, singles = all(shot), clusters = new Float64Array(0)) =>
  hitTest(shot, { singles, clusters }, frame, middle);

describe("a click", () => {
  test("hits the nearest of the drones within reach, in whatever order they come", () => {
    expect(hit(shotOf(3, 9))).toEqual({ kind: "drone", index: 70 });
    expect(hit(shotOf(9, 3))).toEqual({ kind: "drone", index: 71 });
    expect(hit(shotOf(9, 3, 12, 5))).toEqual({ kind: "drone", index: 71 });
  });

  test("reaches less than 14 px", () => {
    expect(hit(shotOf(13.9))).toEqual({ kind: "drone", index: 70 });
    expect(hit(shotOf(14))).toBeNull();
    expect(hit(shotOf())).toBeNull();
  });

  test("hits a drone where it is drawn, between the last two shots", () => {
    const shot = { ...shotOf(40), x0: Float64Array.of(-40) } as FleetShot;
    const half = { ...frame, share: 0.5 };
    const grouping = { singles: all(shot), clusters: new Float64Array(0) };
    expect(hitTest(shot, grouping, half, middle)).toEqual({ kind: "drone", index: 70 });
    expect(hitTest(shot, grouping, frame, middle)).toBeNull();
  });

  test("hits a cluster only where no drone of its own stands within reach", () => {
    const [shot, cluster] = [shotOf(10), Float64Array.of(0, 0, 25)];
    expect(hit(shot, all(shot), cluster)).toEqual({ kind: "drone", index: 70 });
    expect(hit(shot, new Uint32Array(0), cluster)).toEqual({ kind: "cluster", centre: [0, 0] });
    expect(hit(shot, new Uint32Array(0), Float64Array.of(30, 0, 25))).toBeNull();
  });
});
