import { boundingExtent, containsCoordinate, type Extent } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import type { LngLat } from "./features/shapes.ts";

/** CSS pixels left free around what is shown. */
export const fitPadding = 60;
const maxFitZoom = 15;
const animationMs = 300;

interface FitOptions {
  /** The map goes no nearer. */
  readonly maxZoom?: number;
  /** CSS pixels at the bottom of the map that something covers. */
  readonly covered?: number;
}

/** Animates the map to show all coordinates; a single one is centred. */
export function flyTo(
  map: Pick<OlMap, "getView">,
  coordinates: readonly LngLat[],
  options: FitOptions = {},
): void {
  if (coordinates.length > 0)
    flyToExtent(map, boundingExtent(coordinates.map((coordinate) => fromLonLat([...coordinate]))), options);
}

/** Animates the map to show an extent in EPSG:3857. */
export function flyToExtent(
  map: Pick<OlMap, "getView">,
  extent: Extent,
  { maxZoom = maxFitZoom, covered = 0 }: FitOptions = {},
): void {
  map.getView().fit(extent, {
    padding: [fitPadding, fitPadding, fitPadding + covered, fitPadding],
    maxZoom,
    duration: animationMs,
  });
}

/** Whether a coordinate is inside the visible extent. */
export function isInView(map: OlMap, coordinate: LngLat): boolean {
  return containsCoordinate(map.getView().calculateExtent(map.getSize()), fromLonLat([...coordinate]));
}

/**
 * Moves the map to one place: to its middle, or, where the middle of the map is between screens, to that of a screen.
 * @param place longitude and latitude, WGS 84
 * @param screens how many screens the map is spread over
 * @param zoom of the map then
 */
export function flyToOne(
  map: OlMap,
  place: readonly [number, number],
  { columns, rows }: { readonly columns: number; readonly rows: number },
  zoom: number,
): void {
  const view = map.getView();
  const [width = 0, height = 0] = map.getSize() ?? [];
  const resolution = view.getResolutionForZoom(zoom);
  const [x = 0, y = 0] = fromLonLat([...place]);
  const shift = (size: number, count: number) => (count % 2 === 0 ? (size / count / 2) * resolution : 0);
  const center = [x + shift(width, columns), y - shift(height, rows)];
  view.animate({ center, zoom, duration: animationMs });
}
