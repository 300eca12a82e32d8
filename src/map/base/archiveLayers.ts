import VectorTileLayer from "ol/layer/VectorTile.js";
import { PMTilesVectorSource } from "ol-pmtiles";
import { embeddedStyle } from "./embeddedStyle.ts";
import { type MapScheme, mapColors } from "./mapColors.ts";

/** An archive of vector tiles as `tools/geo` builds it, drawn in the console's own colours. */
export function archiveLayers(scheme: MapScheme, url: string, attribution: string): VectorTileLayer[] {
  const colors = mapColors[scheme];
  return [
    new VectorTileLayer({
      source: new PMTilesVectorSource({ url, attributions: [attribution] }),
      style: embeddedStyle(colors),
      background: colors.sea,
      declutter: true,
      renderBuffer: 64,
    }),
  ];
}
