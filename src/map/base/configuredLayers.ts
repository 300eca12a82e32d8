import type BaseLayer from "ol/layer/Base.js";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { archiveLayers } from "./archiveLayers.ts";
import { attributionOf } from "./attribution.ts";
import { gcjProjection } from "./gcj02.ts";
import type { MapScheme } from "./mapColors.ts";
import { archivedPictures, rasterLayers } from "./rasterLayers.ts";
import { tiandituUrls } from "./tianditu.ts";

const tiandituZooms = { minZoom: 1, maxZoom: 18 };

/** The layers of a base map that the configuration names. */
export function configuredLayers(basemap: Basemap, scheme: MapScheme): BaseLayer[] {
  const attribution = attributionOf(basemap);
  switch (basemap.kind) {
    case "pmtiles":
      return basemap.format === "vector"
        ? archiveLayers(scheme, basemap.url, attribution)
        : archivedPictures(basemap.url, attribution);
    case "tianditu":
      return rasterLayers({
        urls: tiandituUrls(basemap.theme, basemap.key, basemap.host),
        crs: "EPSG:3857",
        attribution,
        ...tiandituZooms,
      });
    case "amap":
      return rasterLayers({ urls: [basemap.url], crs: gcjProjection, attribution });
    case "xyz":
      return rasterLayers(basemap);
  }
}
