import { useEffect } from "react";
import { throttle } from "../throttle.ts";
import { useMap } from "../useMap.ts";
import type { FleetViewport } from "./data/fleetSnapshot.ts";
import type { FleetFeed } from "./fleetFeed.ts";

/** Grouping a large fleet takes the worker longer than a picture takes; a followed drone moves the map with each. */
const throttleMs = 250;

/** Tells the worker what of the fleet is seen, at the ends of moves and every change of what is wanted. */
export function useFleetViewport(
  feed: FleetFeed,
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
