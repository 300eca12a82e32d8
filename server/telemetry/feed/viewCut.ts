import type { Bbox } from "../../../adapters/contract/task.ts";
import type { Fleet } from "../fleet/fleet.ts";

/** How far beyond the screen the cut goes, so that panning a little finds drones already there. */
const padding = 0.2;
const e7 = 1e7;

/** A padded view in degrees × 10⁷; where it spans the whole world, null. */
export interface Cut {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** West lies beyond east: the view crosses the 180th meridian. */
  readonly crossing: boolean;
}

/** The cut of a view, 20 % wider and higher than it on every side. */
export function cutOf([west, south, east, north]: Bbox): Cut | null {
  const width = east >= west ? east - west : east - west + 360;
  const wide = width * padding;
  const high = (north - south) * padding;
  const bottom = Math.round((south - high) * e7);
  const top = Math.round((north + high) * e7);
  if (width + 2 * wide >= 360)
    return { west: -1_800_000_000, east: 1_800_000_000, south: bottom, north: top, crossing: false };
  const left = Math.round(wrapped(west - wide) * e7);
  const right = Math.round(wrapped(east + wide) * e7);
  return { west: left, east: right, south: bottom, north: top, crossing: left > right };
}

const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180;

/** Whether a place in degrees × 10⁷ lies in the cut. */
export function isIn(cut: Cut, lat: number, lon: number): boolean {
  if (lat < cut.south || lat > cut.north) return false;
  return cut.crossing ? lon >= cut.west || lon <= cut.east : lon >= cut.west && lon <= cut.east;
}

/** Slots with a known place that lie in the cut (all where there is none) or are followed; answers with how many. */
export function slotsIn(
  { columns, placed }: Pick<Fleet, "columns" | "placed">,
  slots: Uint32Array,
  count: number,
  cut: Cut | null,
  followed: ReadonlySet<number>,
  into: Uint32Array,
): number {
  const { lat, lon } = columns;
  // A look into a set for each of 20,000 drones would be most of the work.
  const mayFollow = followed.size > 0;
  let n = 0;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    if (placed[slot] !== 1) continue;
    const seen = cut === null || isIn(cut, lat[slot] ?? 0, lon[slot] ?? 0);
    if (seen || (mayFollow && followed.has(slot))) into[n++] = slot;
  }
  return n;
}
