import { defaults as defaultInteractions } from "ol/interaction/defaults.js";

import OlMap from "ol/Map.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import View from "ol/View.js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { mapZoom } from "../../adapters/contract/constants.ts";
import classes from "./MapView.module.css";
import type { MapViewState } from "./mapViewState.ts";
import { MapContext } from "./useMap.ts";

/** Beyond these degrees the embedded base map is coarse; the view's centre stays within. */
const panExtent = [60, -6, 150, 58];
/** More pixels than twice the CSS ones cost much and show nothing. */
const maxPixelRatio = 2;

/** A map in the element, without controls of its own, north always up; the place follows its moves. */
function createMap(target: HTMLElement, viewState: MapViewState): OlMap {
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

interface Props {
  /** Read when the map is made, written at every move; the same object for as long as the map lives. */
  readonly viewState: MapViewState;
  /** What the map shows, in Chinese, for those who cannot see it. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A map with whatever features and controls stand in it. */
export function MapView({ viewState, label, children }: Props) {
  const target = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OlMap | null>(null);
  useEffect(() => {
    if (!target.current) return;
    const created = createMap(target.current, viewState);
    setMap(created);
    return () => {
      setMap(null);
      created.setTarget(undefined);
      created.dispose();
    };
  }, [viewState]);
  return (
    <div className={classes["map"]}>
      <div ref={target} className={classes["canvas"]} role="application" aria-label={label} tabIndex={0} />
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  );
}
