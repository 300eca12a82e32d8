import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import { useCallback, useEffect } from "react";
import { useLayer } from "../useLayer.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { DroneLayer, type DroneOptions } from "./DroneLayer.ts";
import type { FleetFeed } from "./fleetFeed.ts";
import type { Painter } from "./painter.ts";
import { useFleetWindow } from "./useFleetWindow.ts";
import { useFollow } from "./useFollow.ts";

interface Props extends DroneOptions {
  readonly feed: FleetFeed;
  readonly clusters: boolean;
  /** Keeps the selected drone in the middle. */
  readonly following: boolean;
  /** A drone was clicked; null: the empty map. */
  readonly onSelect: (index: number | null) => void;
  /** The map was dragged away from the drone it followed. */
  readonly onFollowEnd: () => void;
  /** The back end; chosen by what the machine has where it is not said. */
  readonly makePainter?: (onLost: (event: Event) => void) => Painter;
}

const clusterZoomStep = 2;
const clusterZoomMs = 250;

/** The fleet on the map. What it draws comes from the feed alone, never through React. */
export function Drones(props: Props) {
  const { feed, clusters, following, onSelect, onFollowEnd, makePainter, ...options } = props;
  const { smooth, stale, labels, trails, dark, selected, name } = options;
  const map = useMap();
  const makeLayer = useCallback(() => new DroneLayer(makePainter), [makePainter]);
  const layer = useLayer(makeLayer, zOrder.drones);

  useEffect(() => {
    layer?.adjust({ smooth, stale, labels, trails, dark, selected, name });
  }, [layer, smooth, stale, labels, trails, dark, selected, name]);

  useEffect(() => {
    if (!layer) return;
    const shot = feed.latest();
    if (shot) layer.take(shot);
    const ends = [
      feed.onShot((next) => layer.take(next)),
      feed.onGrouped((sequence, grouping) => layer.regroup(sequence, grouping)),
      feed.onPlaced((index, x, y) => layer.place(index, x, y)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [feed, layer]);

  useFleetWindow(feed, { clusters, trails, selected });
  useFollow(layer, following ? selected : null, onFollowEnd);

  useEffect(() => {
    if (!layer) return;
    const pixelOf = ({ pixel: [x = 0, y = 0] }: MapBrowserEvent) => [x, y] as const;
    const click = (event: MapBrowserEvent) => {
      const hit = layer.hit(pixelOf(event));
      if (hit?.kind === "cluster") {
        const view = map.getView();
        view.animate({
          center: [...hit.centre],
          zoom: (view.getZoom() ?? 0) + clusterZoomStep,
          duration: clusterZoomMs,
        });
      } else onSelect(hit ? hit.index : null);
    };
    const move = (event: MapBrowserEvent) => {
      if (event.dragging) return;
      map.getTargetElement().style.cursor = layer.hit(pixelOf(event)) ? "pointer" : "";
    };
    map.on("singleclick", click);
    map.on("pointermove", move);
    return () => {
      map.un("singleclick", click);
      map.un("pointermove", move);
    };
  }, [map, layer, onSelect]);
  return null;
}
