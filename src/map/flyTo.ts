import { boundingExtent, containsCoordinate } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import type { LngLat } from "./features/shapes.ts";

const padding = 60;
const maxFitZoom = 15;
const animationMs = 300;

/** Moves the map so that all these places are seen; a single place is centred. */
export function flyTo(map: OlMap, coordinates: readonly LngLat[]): void {
  if (coordinates.length === 0) return;
  map.getView().fit(boundingExtent(coordinates.map((coordinate) => fromLonLat([...coordinate]))), {
    padding: [padding, padding, padding, padding],
    maxZoom: maxFitZoom,
    duration: animationMs,
  });
}

/** Whether a place lies in what the map shows. */
export function isInView(map: OlMap, coordinate: LngLat): boolean {
  return containsCoordinate(map.getView().calculateExtent(map.getSize()), fromLonLat([...coordinate]));
}
