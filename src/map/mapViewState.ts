import { mapCentre, mapZoom } from "../../adapters/contract/constants.ts";

/**
 * Centre and zoom of a map. The owner of the map holds it, because the map is rebuilt whenever its tag is shown again.
 * The map reads it when it is created and writes it after every move.
 */
export interface MapViewState {
  /** WGS-84 longitude and latitude in degrees. */
  centre: readonly [number, number];
  zoom: number;
}

/** Creates the initial view. */
export const createMapViewState = (): MapViewState => ({ centre: mapCentre, zoom: mapZoom.min });
