import { defaults as defaultInteractions } from "ol/interaction/defaults.js";

import OlMap from "ol/Map.js";
import { fromLonLat, toLonLat, transformExtent } from "ol/proj.js";
import View from "ol/View.js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { mapZoom } from "../../adapters/contract/constants.ts";
import { usePixelRatio } from "../ui/usePixelRatio.ts";
import classes from "./MapView.module.css";
import { getLeastZoom, type MapViewState } from "./mapViewState.ts";
import { MapContext } from "./useMap.ts";

/** West, south, east, north in degrees: where the view's centre stays. Outside of China the embedded map is coarse. */
const panExtents = { china: [60, -6, 150, 58], world: [-180, -85, 180, 85] } as const;
type PanArea = keyof typeof panExtents;
/** A higher ratio costs time without a visible gain. */
const maxPixelRatio = 2;

/** Creates a map without controls and rotation; it writes its moves to `viewState`. */
function createMap(
  target: HTMLElement,
  viewState: MapViewState,
  area: PanArea,
  {
    scale,
    pixelRatio,
    minZoom,
  }: { readonly scale: number; readonly pixelRatio: number; readonly minZoom: number },
): OlMap {
  const state = viewState;
  const map = new OlMap({
    target,
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    pixelRatio: pixelRatio * scale,
    view: new View({
      center: fromLonLat([...viewState.centre]),
      zoom: viewState.zoom,
      minZoom,
      maxZoom: mapZoom.max,
      enableRotation: false,
      extent: transformExtent([...panExtents[area]], "EPSG:4326", "EPSG:3857"),
      constrainOnlyCenter: true,
    }),
  });
  const view = map.getView();
  const adjustMinZoom = () => {
    const least = Math.min(minZoom, getLeastZoom(map.getSize() ?? []));
    // It would break off a flight, after which the map asks again.
    if (!view.getAnimating() && view.getMinZoom() !== least) view.setMinZoom(least);
  };
  adjustMinZoom();
  map.on("change:size", adjustMinZoom);
  map.on("moveend", () => {
    adjustMinZoom();
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
  /** Read when the map is created, written after every move. Another object creates another map. */
  readonly viewState: MapViewState;
  /** Description for screen readers, in Chinese. */
  readonly label: string;
  /** Where the map may be moved. */
  readonly area?: PanArea;
  /** By how much a style draws the map larger: it has so many more pixels to stay sharp. */
  readonly scale?: number;
  readonly minZoom?: number;
  readonly children: ReactNode;
}

/** A map; its children are features and controls. */
export function MapView({
  viewState,
  label,
  area = "china",
  scale = 1,
  minZoom = mapZoom.min,
  children,
}: Props) {
  const target = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<OlMap | null>(null);
  const pixelRatio = Math.min(usePixelRatio(), maxPixelRatio);
  useEffect(() => {
    if (!target.current) return;
    const created = createMap(target.current, viewState, area, { scale, pixelRatio, minZoom });
    setMap(created);
    return () => {
      setMap(null);
      created.setTarget(undefined);
      created.dispose();
    };
  }, [viewState, area, scale, pixelRatio, minZoom]);
  return (
    <div className={classes["map"]}>
      <div ref={target} className={classes["canvas"]} role="application" aria-label={label} tabIndex={0} />
      {map && <MapContext value={map}>{children}</MapContext>}
    </div>
  );
}
