import { useEffect } from "react";
import { minUnclusteredZoom } from "../../adapters/contract/constants.ts";
import type { ScreenLayout } from "../../adapters/contract/screen.ts";
import type { FleetView } from "../../machines/socketPort.ts";
import type { FleetViewports } from "../map/drones/fleetFeed.ts";
import { toBbox } from "../map/useViewportChange.ts";
import { useTurn } from "./mapPlaces.ts";
import type { WallServices } from "./wallServices.ts";

/** Layouts that show no drone but on the map: what a map groups need not come one by one. */
const mapLayouts: readonly ScreenLayout[] = ["map", "overview", "alarms"];

/**
 * The whole fleet, as the overview groups it, and each drone of the close-up; null where no map groups it.
 * @param focus task that the close-up is to show, which may be in a group as long as nobody asks for it
 */
export function toGroupedView({ viewport, closeUp }: FleetViewports, focus: string | null): FleetView | null {
  if (!viewport || viewport.zoom >= minUnclusteredZoom) return null;
  const near = closeUp && { near: toBbox(closeUp.extent) };
  return {
    bbox: [-180, -90, 180, 90],
    zoom: Math.floor(viewport.zoom),
    groups: true,
    ...near,
    ...(focus !== null && { focus }),
  };
}

/** Asks the server to group the fleet where these layouts show nothing else of it. */
export function useGroupedFleet(services: WallServices, layouts: readonly ScreenLayout[]): void {
  const { feed, setFleetView } = services;
  const turn = useTurn(services);
  const focus = layouts.includes("map") ? (turn?.taskId ?? null) : null;
  const isGrouped = layouts.every((name) => mapLayouts.includes(name));
  useEffect(() => {
    if (!isGrouped) return;
    const update = () => setFleetView(toGroupedView(feed.getViewports(), focus));
    update();
    return feed.onViewports(update);
  }, [feed, setFleetView, isGrouped, focus]);
  useEffect(() => {
    if (isGrouped) return () => setFleetView(null);
  }, [setFleetView, isGrouped]);
}
