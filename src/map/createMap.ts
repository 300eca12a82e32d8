import { defaults as defaultInteractions } from "ol/interaction/defaults.js";
import OlMap from "ol/Map.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import View from "ol/View.js";
import { mapZoom } from "../../adapters/contract/constants.ts";
import type { MapPlace } from "./place.ts";

/** Beyond these degrees the embedded base map is coarse; the view's centre stays within. */
const roaming = [60, -6, 150, 58];
/** More pixels than twice the CSS ones cost much and show nothing. */
const mostPixelRatio = 2;

/** A map in the element, without controls of its own, north always up; the place follows its moves. */
export function createMap(target: HTMLElement, place: MapPlace): OlMap {
  const held = place;
  const map = new OlMap({
    target,
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    pixelRatio: Math.min(window.devicePixelRatio, mostPixelRatio),
    view: new View({
      center: fromLonLat([...place.centre]),
      zoom: place.zoom,
      minZoom: mapZoom.min,
      maxZoom: mapZoom.max,
      enableRotation: false,
      extent: transformExtent(roaming, "EPSG:4326", "EPSG:3857"),
      constrainOnlyCenter: true,
    }),
  });
  map.on("moveend", () => {
    const centre = map.getView().getCenter();
    const zoom = map.getView().getZoom();
    if (!centre || zoom === undefined) return;
    const [lng = 0, lat = 0] = toLonLat(centre);
    held.centre = [lng, lat];
    held.zoom = zoom;
  });
  return map;
}
