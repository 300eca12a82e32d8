import { useEffect } from "react";
import { useMap } from "../useMap.ts";
import type { DroneLayer } from "./DroneLayer.ts";

/** Keeps a drone in the middle of the map as it is drawn; a drag of the map ends it. */
export function useFollow(layer: DroneLayer | null, index: number | null, onEnd: () => void): void {
  const map = useMap();
  useEffect(() => {
    if (index === null || !layer) return;
    const centre = () => {
      const at = layer.where(index);
      if (at) map.getView().setCenter(at);
    };
    centre();
    layer.addEventListener("drawn", centre);
    map.on("pointerdrag", onEnd);
    return () => {
      layer.removeEventListener("drawn", centre);
      map.un("pointerdrag", onEnd);
    };
  }, [map, layer, index, onEnd]);
}
