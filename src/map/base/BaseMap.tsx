import { useEffect } from "react";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { baseLayers } from "./baseLayers.ts";
import type { MapScheme } from "./mapColors.ts";
import { watchTiles } from "./watchTiles.ts";

interface Props {
  /** One of the configuration's; null is the embedded one. */
  readonly basemap: Basemap | null;
  readonly scheme: MapScheme;
  /** The base map's tiles do not come. */
  readonly onFailing: () => void;
}

/** The ground under everything else. */
export function BaseMap({ basemap, scheme, onFailing }: Props) {
  const map = useMap();
  useEffect(() => {
    const layers = baseLayers(basemap, scheme);
    for (const layer of layers) {
      layer.setZIndex(zOrder.base);
      map.addLayer(layer);
    }
    const end = watchTiles(layers, onFailing);
    return () => {
      end();
      for (const layer of layers) {
        map.removeLayer(layer);
        layer.dispose();
      }
    };
  }, [map, basemap, scheme, onFailing]);
  return null;
}
