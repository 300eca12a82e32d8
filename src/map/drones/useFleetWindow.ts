import { useEffect } from "react";
import { useMap } from "../useMap.ts";
import type { FleetWindow } from "./data/fleetShot.ts";
import type { FleetFeed } from "./fleetFeed.ts";

/** Tells the worker what of the fleet is seen, at every end of a move and every change of what is wanted. */
export function useFleetWindow(
  feed: FleetFeed,
  { clusters, trails, selected }: Pick<FleetWindow, "clusters" | "trails" | "selected">,
): void {
  const map = useMap();
  useEffect(() => {
    const tell = () => {
      const view = map.getView();
      const zoom = view.getZoom();
      const size = map.getSize();
      if (zoom === undefined || !size) return;
      const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(size);
      feed.look({ extent: [west, south, east, north], zoom, clusters, trails, selected });
    };
    tell();
    map.on("moveend", tell);
    return () => map.un("moveend", tell);
  }, [map, feed, clusters, trails, selected]);
}
