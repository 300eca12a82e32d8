import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import { toNearestCopy } from "./data/mercator.ts";
import type { PaintFrame } from "./painter.ts";

/** Convert EPSG:3857 to CSS pixels of the frame. */
export const toScreenX = (x: number, { centre, resolution, width }: PaintFrame): number =>
  (toNearestCopy(x, centre[0]) - centre[0]) / resolution + width / 2;
export const toScreenY = (y: number, { centre, resolution, height }: PaintFrame): number =>
  (centre[1] - y) / resolution + height / 2;

/** Interpolates a row's position between the last two snapshots. */
export function interpolatePosition(
  { x0, y0, x1, y1 }: Pick<FleetSnapshot, "x0" | "y0" | "x1" | "y1">,
  row: number,
  progress: number,
): [number, number] {
  const fromX = x0[row] ?? 0;
  const fromY = y0[row] ?? 0;
  return [fromX + ((x1[row] ?? 0) - fromX) * progress, fromY + ((y1[row] ?? 0) - fromY) * progress];
}
