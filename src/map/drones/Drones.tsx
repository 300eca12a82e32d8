import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import { useCallback, useEffect } from "react";
import { throttle } from "../throttle.ts";
import { useLayer } from "../useLayer.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { DroneLayer, type DroneLayerOptions } from "./DroneLayer.ts";
import type { FleetViewport } from "./data/fleetSnapshot.ts";
import type { FleetMapFeed } from "./fleetFeed.ts";
import type { Painter } from "./painter.ts";

/** Following moves the map with every frame, and grouping a large fleet takes the worker longer than a frame. */
const throttleMs = 250;

/** Sends the viewport to the worker after moves and option changes; throttled. */
function useFleetViewport(
  feed: FleetMapFeed,
  { clusters, trails, selected }: Pick<FleetViewport, "clusters" | "trails" | "selected">,
): void {
  const map = useMap();
  useEffect(() => {
    const { call, cancel } = throttle(throttleMs, () => {
      const view = map.getView();
      const zoom = view.getZoom();
      const size = map.getSize();
      if (zoom === undefined || !size) return;
      const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(size);
      feed.setViewport({ extent: [west, south, east, north], zoom, clusters, trails, selected });
    });
    call();
    map.on("moveend", call);
    return () => {
      cancel();
      map.un("moveend", call);
    };
  }, [map, feed, clusters, trails, selected]);
}

/** Centres the map on a drone with every frame until the user drags the map. */
function useFollow(layer: DroneLayer | null, index: number | null, onFollowEnd: () => void): void {
  const map = useMap();
  useEffect(() => {
    if (index === null || !layer) return;
    const recenter = () => {
      const position = layer.getPosition(index);
      if (position) map.getView().setCenter(position);
    };
    recenter();
    layer.addEventListener("rendered", recenter);
    map.on("pointerdrag", onFollowEnd);
    return () => {
      layer.removeEventListener("rendered", recenter);
      map.un("pointerdrag", onFollowEnd);
    };
  }, [map, layer, index, onFollowEnd]);
}

interface Props extends DroneLayerOptions {
  readonly feed: FleetMapFeed;
  readonly clusters: boolean;
  /** Keep the map centred on the selected drone. */
  readonly following: boolean;
  /** Called with the clicked drone; null if the click hit none. */
  readonly onSelect: (index: number | null) => void;
  /** Called when the user drags the map while following. */
  readonly onFollowEnd: () => void;
  /** Called with every snapshot: delay of the drawn positions behind the last samples, ms. */
  readonly onDelayChange?: (delayMs: number) => void;
  /** Default: WebGL if a GPU is available, otherwise software. */
  readonly createPainter?: (onLost: (event: Event) => void) => Painter;
}

const clusterZoomStep = 2;
const clusterZoomMs = 250;

/** The fleet on the map. Snapshots go from the feed to the layer without React rendering. */
export function Drones(props: Props) {
  const { feed, clusters, following, onSelect, onFollowEnd, onDelayChange, createPainter, ...options } =
    props;
  const { smooth, stale, labels, trails, dark, selected, name, paintLabels } = options;
  const map = useMap();
  const createLayer = useCallback(() => new DroneLayer(createPainter), [createPainter]);
  const layer = useLayer(createLayer, zOrder.drones);

  useEffect(() => {
    layer?.setOptions({ smooth, stale, labels, trails, dark, selected, name, paintLabels });
  }, [layer, smooth, stale, labels, trails, dark, selected, name, paintLabels]);

  useEffect(() => {
    if (!layer) return;
    const snapshot = feed.getLatest();
    if (snapshot) layer.setSnapshot(snapshot);
    const unsubscribers = [
      feed.onSnapshot((next) => {
        layer.setSnapshot(next);
        onDelayChange?.(layer.delay);
      }),
      feed.onGrouping((sequence, grouping) => layer.setGrouping(sequence, grouping)),
      feed.onPosition((index, x, y) => layer.updatePosition(index, x, y)),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [feed, layer, onDelayChange]);

  useFleetViewport(feed, { clusters, trails, selected });
  useFollow(layer, following ? selected : null, onFollowEnd);

  useEffect(() => {
    if (!layer) return;
    const toPixel = ({ pixel: [x = 0, y = 0] }: MapBrowserEvent) => [x, y] as const;
    const handleClick = (event: MapBrowserEvent) => {
      const hit = layer.hitTest(toPixel(event));
      if (hit?.kind === "cluster") {
        const view = map.getView();
        view.animate({
          center: [...hit.centre],
          zoom: (view.getZoom() ?? 0) + clusterZoomStep,
          duration: clusterZoomMs,
        });
      } else onSelect(hit ? hit.index : null);
    };
    const handlePointerMove = (event: MapBrowserEvent) => {
      if (event.dragging) return;
      map.getTargetElement().style.cursor = layer.hitTest(toPixel(event)) ? "pointer" : "";
    };
    map.on("singleclick", handleClick);
    map.on("pointermove", handlePointerMove);
    return () => {
      map.un("singleclick", handleClick);
      map.un("pointermove", handlePointerMove);
    };
  }, [map, layer, onSelect]);
  return null;
}
