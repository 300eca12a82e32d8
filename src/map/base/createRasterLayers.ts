import TileLayer from "ol/layer/Tile.js";
import XYZ from "ol/source/XYZ.js";
import { PMTilesRasterSource } from "ol-pmtiles";
import { createRetryingSource } from "./createRetryingSource.ts";
import { gcjProjection, registerGcj02 } from "./gcj02.ts";

interface RasterTileOptions {
  readonly urls: readonly string[];
  readonly crs: "EPSG:3857" | "GCJ02:3857";
  readonly attribution: string;
  readonly minZoom?: number | undefined;
  readonly maxZoom?: number | undefined;
}

/** Picture tiles, one layer over the other; shifted ones say so of their source, and the view stays as it is. */
export function createRasterLayers({
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

/** Picture tiles out of one archive. */
export function createPmtilesRasterLayers(
  url: string,
  attribution: string,
): TileLayer<PMTilesRasterSource>[] {
  const layer = new TileLayer<PMTilesRasterSource>();
  const source = createRetryingSource(url, () => layer.getSource() === null);
  layer.setSource(new PMTilesRasterSource({ url: source, attributions: [attribution] }));
  return [layer];
}
