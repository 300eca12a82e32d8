import type BaseLayer from "ol/layer/Base.js";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { embeddedAttribution, embeddedLayers } from "./embeddedLayers.ts";
import { gcjProjection } from "./gcj02.ts";
import type { MapScheme } from "./mapColors.ts";
import { archivedPictures, rasterLayers } from "./rasterLayers.ts";
import { tiandituAttribution, tiandituUrls } from "./tianditu.ts";

const embeddedUrl = "/map/china.pmtiles";
const tiandituZooms = { minZoom: 1, maxZoom: 18 };
const amapAttribution = "高德地图";

/** The layers of a configured base map, or of the embedded one. */
export function baseLayers(basemap: Basemap | null, scheme: MapScheme): BaseLayer[] {
  switch (basemap?.kind) {
    case undefined:
      return embeddedLayers(scheme, embeddedUrl);
    case "pmtiles":
      return basemap.format === "vector"
        ? embeddedLayers(scheme, basemap.url)
        : archivedPictures(basemap.url, basemap.attribution);
    case "tianditu":
      return rasterLayers({
        urls: tiandituUrls(basemap.theme, basemap.key, basemap.host),
        crs: "EPSG:3857",
        attribution: tiandituAttribution,
        ...tiandituZooms,
      });
    case "amap":
      return rasterLayers({ urls: [basemap.url], crs: gcjProjection, attribution: amapAttribution });
    case "xyz":
      return rasterLayers(basemap);
  }
}

/** Whose map it is, as its licence and Chinese law want it shown. */
export function attributionOf(basemap: Basemap | null): string {
  switch (basemap?.kind) {
    case undefined:
      return embeddedAttribution;
    case "tianditu":
      return tiandituAttribution;
    case "amap":
      return amapAttribution;
    case "xyz":
    case "pmtiles":
      return basemap.attribution;
  }
}
