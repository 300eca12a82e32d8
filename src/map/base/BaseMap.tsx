import type BaseLayer from "ol/layer/Base.js";
import { useEffect } from "react";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { archiveLayers } from "./archiveLayers.ts";
import { attributionOf } from "./attribution.ts";
import type { MapScheme } from "./mapColors.ts";
import { watchTiles } from "./watchTiles.ts";

/** Of this origin: needs no network beyond the server. */
const embeddedUrl = "/map/china.pmtiles";

interface Props {
  /** One of the configuration's; null is the embedded one. */
  readonly basemap: Basemap | null;
  readonly scheme: MapScheme;
  /** Lies over the configured one, whose tiles do not come. */
  readonly instead?: boolean;
  /** The base map's tiles do not come. */
  readonly onFailing: () => void;
  /** They come again. */
  readonly onBack: () => void;
}

/** The ground under everything else. */
export function BaseMap({ basemap, scheme, instead = false, onFailing, onBack }: Props) {
  const map = useMap();
  useEffect(() => {
    let over = false;
    let end = () => {};
    const put = (layers: readonly BaseLayer[]) => {
      if (over) return;
      for (const layer of layers) {
        layer.setZIndex(instead ? zOrder.instead : zOrder.base);
        map.addLayer(layer);
      }
      const unwatch = watchTiles(layers, { refreshing: basemap !== null, failing: onFailing, back: onBack });
      end = () => {
        unwatch();
        for (const layer of layers) {
          map.removeLayer(layer);
          layer.dispose();
        }
      };
    };
    if (basemap === null) put(archiveLayers(scheme, embeddedUrl, attributionOf(null)));
    // Most consoles never need what draws the others.
    else
      import("./configuredLayers.ts").then(
        ({ configuredLayers }) => put(configuredLayers(basemap, scheme)),
        onFailing,
      );
    return () => {
      over = true;
      end();
    };
  }, [map, basemap, scheme, instead, onFailing, onBack]);
  return null;
}
