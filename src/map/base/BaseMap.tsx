import type BaseLayer from "ol/layer/Base.js";
import { useEffect } from "react";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { createPmtilesVectorLayers } from "./createPmtilesVectorLayers.ts";
import { getAttribution } from "./getAttribution.ts";
import type { MapScheme } from "./mapColors.ts";
import { watchTiles } from "./watchTiles.ts";

/** Of this origin: needs no network beyond the server. */
const embeddedUrl = "/map/china.pmtiles";

interface Props {
  /** One of the configuration's; null is the embedded one. */
  readonly basemap: Basemap | null;
  readonly scheme: MapScheme;
  /** Lies over the configured one, whose tiles do not come. */
  readonly fallback?: boolean;
  /** The base map's tiles do not come. */
  readonly onError: () => void;
  /** They come again. */
  readonly onRecover: () => void;
}

/** The base map layers, below everything else. */
export function BaseMap({ basemap, scheme, fallback = false, onError, onRecover }: Props) {
  const map = useMap();
  useEffect(() => {
    let cancelled = false;
    let cleanup = () => {};
    const addLayers = (layers: readonly BaseLayer[]) => {
      if (cancelled) return;
      for (const layer of layers) {
        layer.setZIndex(fallback ? zOrder.fallback : zOrder.base);
        map.addLayer(layer);
      }
      const unwatch = watchTiles(layers, {
        refresh: basemap !== null,
        onError,
        onRecover,
      });
      cleanup = () => {
        unwatch();
        for (const layer of layers) {
          map.removeLayer(layer);
          layer.dispose();
        }
      };
    };
    if (basemap === null) addLayers(createPmtilesVectorLayers(scheme, embeddedUrl, getAttribution(null)));
    // Most consoles never need what draws the others.
    else
      import("./createConfiguredLayers.ts").then(
        ({ createConfiguredLayers }) => addLayers(createConfiguredLayers(basemap, scheme)),
        onError,
      );
    return () => {
      cancelled = true;
      cleanup();
    };
  }, [map, basemap, scheme, fallback, onError, onRecover]);
  return null;
}
