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

/** A window so high shows China whole at the smallest zoom, CSS px; a larger one would show it small. */
const windowAtMinZoom = 900;

/** Side of a map that shows China whole at zoom 0, with a margin, CSS px. */
const chinaAtZoom0 = 48;

/** The smallest zoom of a map by its size: on a small one, such as beside open panels, it still shows China whole. */
export const getLeastZoom = (size: readonly number[]): number =>
  Math.min(mapZoom.min, Math.max(1, Math.log2(Math.min(...size) / chinaAtZoom0)));

/** Creates the initial view: China as large as the window shows it whole. */
export function createMapViewState(): MapViewState {
  const size = Math.min(window.innerWidth, window.innerHeight);
  return { centre: mapCentre, zoom: mapZoom.min + Math.max(0, Math.log2(size / windowAtMinZoom)) };
}
