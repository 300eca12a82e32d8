import type { FleetSnapshot } from "./fleetSnapshot.ts";
import { toMercatorX, toMercatorY } from "./mercator.ts";

type ShownFleet = Pick<FleetSnapshot, "x1" | "y1" | "count" | "cells">;

/** Number of drones in a frame, those in its cells too. */
export const countDrones = ({ count, cells }: Pick<ShownFleet, "count" | "cells">): number =>
  cells.columns.count.reduce((sum, drones) => sum + drones, count);

/** The place of each drone in a frame, EPSG:3857; of one in a cell, that of the cell. */
export function toPlaces({ x1, y1, count, cells }: ShownFleet): readonly (readonly [x: number, y: number])[] {
  const rows = Array.from({ length: count }, (_, row) => [x1[row] ?? 0, y1[row] ?? 0] as const);
  const inCells = Array.from({ length: cells.count }, (_, cell) => {
    const { lon, lat, count: drones } = cells.columns;
    const place = [toMercatorX(lon[cell] ?? 0), toMercatorY(lat[cell] ?? 0)] as const;
    return Array.from({ length: drones[cell] ?? 0 }, () => place);
  });
  return [...rows, ...inCells.flat()];
}
