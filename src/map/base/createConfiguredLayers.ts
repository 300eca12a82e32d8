import type BaseLayer from "ol/layer/Base.js";
import TileLayer from "ol/layer/Tile.js";
import XYZ from "ol/source/XYZ.js";
import { PMTilesRasterSource } from "ol-pmtiles";
import type { Basemap } from "../../../adapters/contract/basemap.ts";
import { createPmtilesVectorLayers } from "./createPmtilesVectorLayers.ts";
import { createRetryingSource } from "./createRetryingSource.ts";
import { gcjProjection, registerGcj02 } from "./gcj02.ts";
import { getAttribution } from "./getAttribution.ts";
import type { MapScheme } from "./mapColors.ts";

interface RasterTileOptions {
  readonly urls: readonly string[];
  readonly crs: "EPSG:3857" | "GCJ02:3857";
  readonly attribution: string;
  readonly minZoom?: number | undefined;
  readonly maxZoom?: number | undefined;
}

/** Creates stacked raster layers. The source declares a GCJ-02 projection if needed; the view stays EPSG:3857. */
function createRasterLayers({
  urls,
  crs,
  attribution,
  minZoom,
  maxZoom = 18,
}: RasterTileOptions): TileLayer<XYZ>[] {
  if (crs === gcjProjection) registerGcj02();
  return urls.map(
    (url, index) =>
      new TileLayer({
        source: new XYZ({
          url,
          projection: crs,
          maxZoom,
          crossOrigin: "anonymous",
          ...(minZoom === undefined ? {} : { minZoom }),
          ...(index === 0 ? { attributions: [attribution] } : {}),
        }),
      }),
  );
}

/** Creates a raster layer from a PMTiles archive. */
function createPmtilesRasterLayers(url: string, attribution: string): TileLayer<PMTilesRasterSource>[] {
  const layer = new TileLayer<PMTilesRasterSource>();
  const source = createRetryingSource(url, () => layer.getSource() === null);
  layer.setSource(new PMTilesRasterSource({ url: source, attributions: [attribution] }));
  return [layer];
}

/** Label layer of each Tianditu theme. */
const labelLayers = { vec: "cva", img: "cia", ter: "cta" } as const;
const defaultHost = "https://t{0-7}.tianditu.gov.cn";

/** URLs of Tianditu's web-mercator tiles, theme and labels. CGCS2000, so no GCJ-02 shift; zoom levels start at 1. */
function createTiandituUrls(theme: keyof typeof labelLayers, key: string, host = defaultHost): string[] {
  return [theme, labelLayers[theme]].map(
    (layer) =>
      `${host}/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default` +
      `&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${encodeURIComponent(key)}`,
  );
}

const tiandituZooms = { minZoom: 1, maxZoom: 18 };

/** Creates the layers of a configured base map. */
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
