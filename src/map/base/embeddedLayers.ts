import VectorTileLayer from "ol/layer/VectorTile.js";
import { PMTilesVectorSource } from "ol-pmtiles";
import { embeddedStyle } from "./embeddedStyle.ts";
import { type MapScheme, mapColors } from "./mapColors.ts";

export const embeddedAttribution =
  "边界 天地图 审图号：GS(2024)0650号 · 水系 © OpenStreetMap contributors · 陆地 Natural Earth";

/** The base map that needs no network: an archive of this origin, drawn in the console's own colours. */
export function embeddedLayers(scheme: MapScheme, url: string): VectorTileLayer[] {
  const colors = mapColors[scheme];
  return [
    new VectorTileLayer({
      source: new PMTilesVectorSource({ url, attributions: [embeddedAttribution] }),
      style: embeddedStyle(colors),
      background: colors.sea,
      declutter: true,
      renderBuffer: 64,
    }),
  ];
}
