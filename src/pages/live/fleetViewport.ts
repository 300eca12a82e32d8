import { minUnclusteredZoom } from "../../../adapters/contract/constants.ts";
import type { MapViewport } from "../../map/useViewportChange.ts";

const world = [-180, -90, 180, 90] as const;
/** Below this zoom China fills the map: the rest of the world adds few drones to a frame. */
const minCutZoom = 5;

/** Whether the server sends the whole fleet for this zoom. */
export const isWholeFleet = (zoom: number): boolean => zoom < minCutZoom;

/** The part of the world whose drones are requested: at low zooms all of it, to know of those outside of the view. */
export const toFleetViewport = (viewport: MapViewport): MapViewport =>
  isWholeFleet(viewport.zoom) ? { ...viewport, bbox: world } : viewport;

/** Says whether the map groups drones: from some zoom on it does not, and a heat map is of single places. */
export const withGroups = (
  viewport: MapViewport,
  layers: { readonly clusters: boolean; readonly heat: boolean },
): MapViewport & { readonly groups?: true } =>
  layers.clusters && !layers.heat && viewport.zoom < minUnclusteredZoom
    ? { ...viewport, groups: true }
    : viewport;

/** Requests the whole fleet, whatever is visible. */
export const toWholeFleetViewport = (viewport: MapViewport): MapViewport => ({ ...viewport, bbox: world });
