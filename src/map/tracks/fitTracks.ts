import type OlMap from "ol/Map.js";
import { toNearestCopy } from "../drones/data/mercator.ts";
import { type ColoredTrack, getTracksExtent } from "./coloredTrack.ts";

/** Short flights fill the map too. */
const maxTrackZoom = 18;
/** CSS px: the legend at the top; buttons, and the labels right of drones; scale and source at the bottom. */
const space = { top: 70, right: 180, bottom: 50, left: 50 } as const;
/** What the space may take of a small map. */
const maxShare = 0.25;

/** Space around tracks, CSS px: top, right, bottom, left. */
export function getTrackPadding([width = 0, height = 0]: readonly number[]): [
  number,
  number,
  number,
  number,
] {
  const [x, y] = [width * maxShare, height * maxShare];
  return [
    Math.min(space.top, y),
    Math.min(space.right, x),
    Math.min(space.bottom, y),
    Math.min(space.left, x),
  ];
}

/** Moves the map so that it shows all tracks. @param durationMs 0 for at once */
export function fitTracks(map: OlMap, tracks: readonly ColoredTrack[], durationMs: number): void {
  const extent = getTracksExtent(tracks);
  const size = map.getSize();
  if (!extent || !size) return;
  // The view learns of a new size only after the map's own event.
  const [west, south, east, north] = extent;
  const shift = toNearestCopy((west + east) / 2, 0) - (west + east) / 2;
  map.getView().fit([west + shift, south, east + shift, north], {
    size,
    padding: getTrackPadding(size),
    maxZoom: maxTrackZoom,
    duration: durationMs,
  });
}
