import type BaseLayer from "ol/layer/Base.js";
import { useEffect, useState } from "react";
import { useMap } from "./useMap.ts";

/** Puts a layer, made once, on the map for as long as the component lives, and disposes of it afterwards. */
export function useLayer<L extends BaseLayer>(make: () => L, zIndex: number, visible = true): L {
  const map = useMap();
  const [layer] = useState(make);
  useEffect(() => {
    layer.setZIndex(zIndex);
    map.addLayer(layer);
    return () => {
      map.removeLayer(layer);
    };
  }, [map, layer, zIndex]);
  useEffect(() => {
    layer.setVisible(visible);
  }, [layer, visible]);
  return layer;
}
