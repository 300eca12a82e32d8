import { useEffect } from "react";
import { useMap } from "../useMap.ts";
import type { DroneLayer } from "./DroneLayer.ts";

/** Keeps a drone in the middle of the map as it is drawn; a drag of the map ends it. */
export function useFollow(layer: DroneLayer | null, index: number | null, onFollowEnd: () => void): void {
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
