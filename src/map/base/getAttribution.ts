import type { Basemap } from "../../../adapters/contract/basemap.ts";

const approval = "审图号：GS(2024)0650号";
const embeddedAttribution = `边界 天地图 ${approval} · 水系 © OpenStreetMap 贡献者 · 陆地 Natural Earth`;
/** What licence and law demand of the embedded base map on a screen that is read from afar. */
export const shortAttribution = `${approval} © OpenStreetMap`;

/** Returns the attribution required by licence and Chinese law; null is the embedded base map. */
export function getAttribution(basemap: Basemap | null): string {
  switch (basemap?.kind) {
    case undefined:
      return embeddedAttribution;
    case "tianditu":
      return "天地图 国家地理信息公共服务平台";
    case "amap":
      return "高德地图";
    case "xyz":
    case "pmtiles":
      return basemap.attribution;
  }
}
