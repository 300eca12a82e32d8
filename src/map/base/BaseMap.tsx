import type BaseLayer from "ol/layer/Base.js";
import { useEffect } from "react";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { toServerPath } from "../../../adapters/http/basePath.ts";
import { useMap } from "../useMap.ts";
import { zOrder } from "../zOrder.ts";
import { createPmtilesVectorLayers } from "./createPmtilesVectorLayers.ts";
import { getAttribution } from "./getAttribution.ts";
import type { MapScheme } from "./mapColors.ts";
import { watchTiles } from "./watchTiles.ts";

/** Served by this origin, so it works without internet access. */
const embeddedUrl = "/map/china.pmtiles";

interface Props {
  /** A configured base map; null for the embedded one. */
  readonly basemap: Basemap | null;
  readonly scheme: MapScheme;
  /** Covers the configured base map while its tiles fail to load. */
  readonly fallback?: boolean;
  /** Called when tiles fail to load. */
  readonly onError: () => void;
  /** Called when tiles load again. */
  readonly onRecover: () => void;
}

/** The base map layers, below all others. */
export function BaseMap({ basemap, scheme, fallback = false, onError, onRecover }: Props) {
  const map = useMap();
  useEffect(() => {
    let isCancelled = false;
    let cleanup = () => {};
    const addLayers = (layers: readonly BaseLayer[]) => {
      if (isCancelled) return;
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
    if (basemap === null)
      addLayers(createPmtilesVectorLayers(scheme, toServerPath(embeddedUrl), getAttribution(null)));
    // Loaded on demand: most installations use only the embedded base map.
    else
      import("./createConfiguredLayers.ts").then(
        ({ createConfiguredLayers }) => addLayers(createConfiguredLayers(basemap, scheme)),
        onError,
      );
    return () => {
      isCancelled = true;
      cleanup();
    };
  }, [map, basemap, scheme, fallback, onError, onRecover]);
  return null;
}
