import type BaseLayer from "ol/layer/Base.js";
import { useEffect, useState } from "react";
import { useMap } from "./useMap.ts";

/**
 * Puts a layer on the map for as long as the component lives, and disposes of it afterwards.
 * @param make must stay the same function: another one makes another layer
 * @returns null until the layer is there
 */
export function useLayer<L extends BaseLayer>(make: () => L, zIndex: number, visible = true): L | null {
  const map = useMap();
  const [layer, setLayer] = useState<L | null>(null);
  useEffect(() => {
    const made = make();
    made.setZIndex(zIndex);
    map.addLayer(made);
    setLayer(made);
    return () => {
      setLayer(null);
      map.removeLayer(made);
      made.dispose();
    };
  }, [map, make, zIndex]);
  useEffect(() => {
    layer?.setVisible(visible);
  }, [layer, visible]);
  return layer;
}
