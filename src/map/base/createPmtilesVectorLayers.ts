import VectorTileLayer from "ol/layer/VectorTile.js";
import { PMTilesVectorSource } from "ol-pmtiles";
import { createEmbeddedStyle } from "./createEmbeddedStyle.ts";
import { createRetryingSource } from "./createRetryingSource.ts";
import { type MapScheme, mapColors } from "./mapColors.ts";

/** An archive of vector tiles as `tools/geo` builds it, drawn in the console's own colours. */
export function createPmtilesVectorLayers(
  scheme: MapScheme,
  url: string,
  attribution: string,
): VectorTileLayer[] {
  const colors = mapColors[scheme];
  const layer = new VectorTileLayer({
    style: createEmbeddedStyle(colors),
    background: colors.sea,
    declutter: true,
    renderBuffer: 64,
  });
  const source = createRetryingSource(url, () => layer.getSource() === null);
  // Seam: the library takes either, and its type asks for both at once.
  const sourceUrl = source as typeof source & string;
  layer.setSource(new PMTilesVectorSource({ url: sourceUrl, attributions: [attribution] }));
  return [layer];
}
