import type BaseLayer from "ol/layer/Base.js";
import { useEffect, useState } from "react";
import { useMap } from "./useMap.ts";

/**
 * Adds a layer to the map while the component is mounted and disposes it afterwards.
 * @param createLayer must be stable: another function creates another layer
 * @returns null until the layer is created
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
