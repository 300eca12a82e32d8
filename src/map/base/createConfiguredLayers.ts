import type BaseLayer from "ol/layer/Base.js";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { createPmtilesVectorLayers } from "./createPmtilesVectorLayers.ts";
import { createPmtilesRasterLayers, createRasterLayers } from "./createRasterLayers.ts";
import { gcjProjection } from "./gcj02.ts";
import { getAttribution } from "./getAttribution.ts";
import type { MapScheme } from "./mapColors.ts";
import { createTiandituUrls } from "./tianditu.ts";

const tiandituZooms = { minZoom: 1, maxZoom: 18 };

/** The layers of a base map that the configuration names. */
export function createConfiguredLayers(basemap: Basemap, scheme: MapScheme): BaseLayer[] {
  const attribution = getAttribution(basemap);
  switch (basemap.kind) {
    case "pmtiles":
      return basemap.format === "vector"
        ? createPmtilesVectorLayers(scheme, basemap.url, attribution)
        : createPmtilesRasterLayers(basemap.url, attribution);
    case "tianditu":
      return createRasterLayers({
        urls: createTiandituUrls(basemap.theme, basemap.key, basemap.host),
        crs: "EPSG:3857",
        attribution,
        ...tiandituZooms,
      });
    case "amap":
      return createRasterLayers({ urls: [basemap.url], crs: gcjProjection, attribution });
    case "xyz":
      return createRasterLayers(basemap);
  }
}
