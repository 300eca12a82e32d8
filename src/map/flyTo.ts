import { boundingExtent, containsCoordinate } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import type { LngLat } from "./features/shapes.ts";

const padding = 60;
const maxFitZoom = 15;
const animationMs = 300;

/** Animates the map to show all coordinates; a single one is centred. */
export function flyTo(map: OlMap, coordinates: readonly LngLat[]): void {
  if (coordinates.length === 0) return;
  map.getView().fit(boundingExtent(coordinates.map((coordinate) => fromLonLat([...coordinate]))), {
    padding: [padding, padding, padding, padding],
    maxZoom: maxFitZoom,
    duration: animationMs,
  });
}

/** Whether a coordinate is inside the visible extent. */
export function isInView(map: OlMap, coordinate: LngLat): boolean {
  return containsCoordinate(map.getView().calculateExtent(map.getSize()), fromLonLat([...coordinate]));
}
