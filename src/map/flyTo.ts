import { boundingExtent, containsCoordinate, type Extent } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import { gatherCopies, toNearestCopy } from "./drones/data/mercator.ts";
import type { LngLat } from "./features/shapes.ts";

/** The usual padding. */
export const fitPadding = 60;
const maxFitZoom = 15;
const animationMs = 300;

export interface FitOptions {
  /** The map goes no nearer. */
  readonly maxZoom?: number;
  /** CSS pixels at the bottom of the map that something covers. */
  readonly covered?: number;
  /** CSS pixels left free around what is shown. */
  readonly padding?: number;
  /** Called once when the map has arrived, or somebody has moved it elsewhere. */
  readonly onEnd?: () => void;
}

/** Animates the map to show all coordinates, across the date line where that is the shorter way; a single one is centred. */
export function flyTo(
  map: Pick<OlMap, "getView">,
  coordinates: readonly LngLat[],
  options: FitOptions = {},
): void {
  const points = coordinates.map((coordinate) => fromLonLat([...coordinate]));
  const xs = gatherCopies(points.map(([x = 0]) => x));
  if (points.length > 0)
    flyToExtent(map, boundingExtent(points.map(([, y = 0], place) => [xs[place] ?? 0, y])), options);
}

/** Animates the map to show an extent in EPSG:3857, which may reach beyond the date line. */
export function flyToExtent(
  map: Pick<OlMap, "getView">,
  extent: Extent,
  { maxZoom = maxFitZoom, covered = 0, padding = fitPadding, onEnd }: FitOptions = {},
): void {
  const [west = 0, south = 0, east = 0, north = 0] = extent;
  // The centre of a view stays in the one world that has coordinates.
  const shift = toNearestCopy((west + east) / 2, 0) - (west + east) / 2;
  map.getView().fit([west + shift, south, east + shift, north], {
    padding: [padding, padding, padding + covered, padding],
    maxZoom,
    duration: animationMs,
    ...(onEnd && { callback: onEnd }),
  });
}

/** Whether a coordinate is inside the visible extent. */
export function isInView(map: OlMap, coordinate: LngLat): boolean {
  const [x = 0, y = 0] = fromLonLat([...coordinate]);
  return isInExtent(map.getView().calculateExtent(map.getSize()), [x, y]);
}

/** Whether a place in EPSG:3857 is inside an extent, which may reach beyond the date line. */
export function isInExtent(extent: Extent, [x, y]: readonly [number, number]): boolean {
  const [west = 0, , east = 0] = extent;
  return containsCoordinate(extent, [toNearestCopy(x, (west + east) / 2), y]);
}

/**
 * Moves the map to one place: to its middle, or, where the middle of the map is between screens, to that of a screen.
 * @param place EPSG:3857
 * @param screens how many screens the map is spread over
 * @param zoom of the map then
 * @param covered CSS pixels at the bottom of the map that something covers
 */
export function flyToOne(
  map: OlMap,
  place: readonly [number, number],
  { columns, rows }: { readonly columns: number; readonly rows: number },
  zoom: number,
  covered = 0,
): void {
  const view = map.getView();
  const [width = 0, height = 0] = map.getSize() ?? [];
  const resolution = view.getResolutionForZoom(zoom);
  const [x, y] = place;
  const shift = (size: number, count: number) => (count % 2 === 0 ? (size / count / 2) * resolution : 0);
  const center = [x + shift(width, columns), y - shift(height, rows) - (covered / 2) * resolution];
  view.animate({ center, zoom, duration: animationMs });
}
