import type { Bbox } from "../../../adapters/contract/task.ts";
import type { Fleet } from "../fleet/fleet.ts";

/** Share by which the bounds exceed the screen, so that drones are there when the user pans a little. */
const padding = 0.2;
const e7 = 1e7;

/** A padded view in degrees × 10⁷. */
export interface ViewBounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** West is greater than east: the view crosses the 180th meridian. */
  readonly crossesAntimeridian: boolean;
}

/** Whether a view is of everything. */
export const isWorld = ([west, south, east, north]: Bbox): boolean =>
  west <= -180 && south <= -90 && east >= 180 && north >= 90;

/** Returns the bounds of a view, padded by 20 % on every side. */
export function toViewBounds([west, south, east, north]: Bbox): ViewBounds | null {
  const width = east >= west ? east - west : east - west + 360;
  const padX = width * padding;
  const padY = (north - south) * padding;
  const bottom = Math.round((south - padY) * e7);
  const top = Math.round((north + padY) * e7);
  if (width + 2 * padX >= 360)
    return {
      west: -1_800_000_000,
      east: 1_800_000_000,
      south: bottom,
      north: top,
      crossesAntimeridian: false,
    };
  const left = Math.round(wrapLongitude(west - padX) * e7);
  const right = Math.round(wrapLongitude(east + padX) * e7);
  return { west: left, east: right, south: bottom, north: top, crossesAntimeridian: left > right };
}

const wrapLongitude = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;

/** @param lat and `lon` in degrees × 10⁷ */
export function isInBounds(bounds: ViewBounds, lat: number, lon: number): boolean {
  if (lat < bounds.south || lat > bounds.north) return false;
  return bounds.crossesAntimeridian
    ? lon >= bounds.west || lon <= bounds.east
    : lon >= bounds.west && lon <= bounds.east;
}

/**
 * Writes to `out` the slots with a known position that are in the bounds or followed; null bounds include all.
 * Returns their number, and that of all with a known position.
 */
export function collectVisibleSlots(
  { columns, hasPosition }: Pick<Fleet, "columns" | "hasPosition">,
  slots: Uint32Array,
  count: number,
  bounds: ViewBounds | null,
  followedSlots: ReadonlySet<number>,
  out: Uint32Array,
): { readonly visible: number; readonly positioned: number } {
  const { lat, lon } = columns;
  // A set lookup for each of 20,000 drones would dominate.
  const hasFollowed = followedSlots.size > 0;
  let visible = 0;
  let positioned = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    if (hasPosition[slot] !== 1) continue;
    positioned++;
    const isVisible = bounds === null || isInBounds(bounds, lat[slot] ?? 0, lon[slot] ?? 0);
    if (isVisible || (hasFollowed && followedSlots.has(slot))) out[visible++] = slot;
  }
  return { visible, positioned };
}
