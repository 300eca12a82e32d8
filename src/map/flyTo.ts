import { boundingExtent, containsCoordinate, type Extent } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import type { LngLat } from "./features/shapes.ts";

/** CSS pixels left free around what is shown. */
export const fitPadding = 60;
const maxFitZoom = 15;
const animationMs = 300;

/** Animates the map to show all coordinates; a single one is centred. */
export function flyTo(map: OlMap, coordinates: readonly LngLat[]): void {
  if (coordinates.length > 0)
    flyToExtent(map, boundingExtent(coordinates.map((coordinate) => fromLonLat([...coordinate]))));
}

/** Animates the map to show an extent in EPSG:3857. */
export function flyToExtent(map: OlMap, extent: Extent): void {
  map.getView().fit(extent, {
    padding: [fitPadding, fitPadding, fitPadding, fitPadding],
    maxZoom: maxFitZoom,
    duration: animationMs,
  });
}

/** Whether a coordinate is inside the visible extent. */
export function isInView(map: OlMap, coordinate: LngLat): boolean {
  return containsCoordinate(map.getView().calculateExtent(map.getSize()), fromLonLat([...coordinate]));
}
