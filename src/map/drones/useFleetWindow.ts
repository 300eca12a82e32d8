import { useEffect } from "react";
import { atMostEvery } from "../atMostEvery.ts";
import { useMap } from "../useMap.ts";
import type { FleetWindow } from "./data/fleetShot.ts";
import type { FleetFeed } from "./fleetFeed.ts";

/** Grouping a large fleet takes the worker longer than a picture takes; a followed drone moves the map with each. */
const leastMs = 250;

/** Tells the worker what of the fleet is seen, at the ends of moves and every change of what is wanted. */
export function useFleetWindow(
  feed: FleetFeed,
  { clusters, trails, selected }: Pick<FleetWindow, "clusters" | "trails" | "selected">,
): void {
  const map = useMap();
  useEffect(() => {
    const { call, end } = atMostEvery(leastMs, () => {
      const view = map.getView();
      const zoom = view.getZoom();
      const size = map.getSize();
      if (zoom === undefined || !size) return;
      const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(size);
      feed.look({ extent: [west, south, east, north], zoom, clusters, trails, selected });
    });
    call();
    map.on("moveend", call);
    return () => {
      end();
      map.un("moveend", call);
    };
  }, [map, feed, clusters, trails, selected]);
}
