import { mapCentre, mapZoom } from "../../adapters/contract/constants.ts";

/**
 * Centre and zoom of a map. Whoever shows the map holds it: a map is rebuilt whenever its tab is shown again.
 * The map reads it once and writes every move back.
 */
export interface MapViewState {
  /** WGS-84 longitude and latitude in degrees. */
  centre: readonly [number, number];
  zoom: number;
}

/** A map that nobody has moved yet. */
export const createMapViewState = (): MapViewState => ({ centre: mapCentre, zoom: mapZoom.min });
