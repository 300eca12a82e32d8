import { boundingExtent, containsCoordinate } from "ol/extent.js";
import type OlMap from "ol/Map.js";
import { fromLonLat } from "ol/proj.js";
import type { LngLat } from "./features/shapes.ts";

const padding = 60;
const nearestZoom = 15;
const moveMs = 300;

/** Moves the map so that all these places are seen; one place alone is brought to the middle. */
export function flyTo(map: OlMap, places: readonly LngLat[]): void {
  if (places.length === 0) return;
  map.getView().fit(boundingExtent(places.map((place) => fromLonLat([...place]))), {
    padding: [padding, padding, padding, padding],
    maxZoom: nearestZoom,
    duration: moveMs,
  });
}

/** Whether a place lies in what the map shows. */
export function isSeen(map: OlMap, place: LngLat): boolean {
  return containsCoordinate(map.getView().calculateExtent(map.getSize()), fromLonLat([...place]));
}
