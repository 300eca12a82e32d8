import { defaults as defaultInteractions } from "ol/interaction/defaults.js";
import OlMap from "ol/Map.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import View from "ol/View.js";
import { mapZoom } from "../../adapters/contract/constants.ts";
import type { MapViewState } from "./mapViewState.ts";

/** Beyond these degrees the embedded base map is coarse; the view's centre stays within. */
const panExtent = [60, -6, 150, 58];
/** More pixels than twice the CSS ones cost much and show nothing. */
const maxPixelRatio = 2;

/** A map in the element, without controls of its own, north always up; the place follows its moves. */
export function createMap(target: HTMLElement, viewState: MapViewState): OlMap {
  const state = viewState;
  const map = new OlMap({
    target,
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    pixelRatio: Math.min(window.devicePixelRatio, maxPixelRatio),
    view: new View({
      center: fromLonLat([...viewState.centre]),
      zoom: viewState.zoom,
      minZoom: mapZoom.min,
      maxZoom: mapZoom.max,
      enableRotation: false,
      extent: transformExtent(panExtent, "EPSG:4326", "EPSG:3857"),
      constrainOnlyCenter: true,
    }),
  });
  map.on("moveend", () => {
    const centre = map.getView().getCenter();
    const zoom = map.getView().getZoom();
    if (!centre || zoom === undefined) return;
    const [lng = 0, lat = 0] = toLonLat(centre);
    state.centre = [lng, lat];
    state.zoom = zoom;
  });
  return map;
}
