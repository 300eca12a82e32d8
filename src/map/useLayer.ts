import type BaseLayer from "ol/layer/Base.js";
import { useEffect, useState } from "react";
import { useMap } from "./useMap.ts";

/**
 * Puts a layer on the map for as long as the component lives, and disposes of it afterwards.
 * @param createLayer must stay the same function: another one makes another layer
 * @returns null until the layer is there
 */
export function useLayer<L extends BaseLayer>(
  createLayer: () => L,
  zIndex: number,
  visible = true,
): L | null {
  const map = useMap();
  const [layer, setLayer] = useState<L | null>(null);
  useEffect(() => {
    const created = createLayer();
    created.setZIndex(zIndex);
    map.addLayer(created);
    setLayer(created);
    return () => {
      setLayer(null);
      map.removeLayer(created);
      created.dispose();
    };
  }, [map, createLayer, zIndex]);
  useEffect(() => {
    layer?.setVisible(visible);
  }, [layer, visible]);
  return layer;
}
