import * as z from "zod/mini";
import { type Basemap, basemap } from "../../adapters/contract/basemap.ts";

/** Base maps of Tianditu that a key opens. */
const tiandituThemes = { vec: "天地图 矢量", img: "天地图 影像", ter: "天地图 地形" } as const;
/** Where the server stands before Tianditu and adds the key that no browser sees. */
export const tiandituPath = "/map/tianditu";

const basemapList = z.array(basemap).check(z.maxLength(20));

/** Addresses of a base map: absolute ones over http or https, or paths of this server. */
export function getTileUrls(basemap: Basemap): readonly string[] {
  switch (basemap.kind) {
    case "tianditu":
      return [basemap.host ?? "https://t{0-7}.tianditu.gov.cn"];
    case "xyz":
      return basemap.urls;
    case "amap":
    case "pmtiles":
      return [basemap.url];
  }
}

const isTileUrl = (address: string): boolean =>
  /^\/[^/]/.test(address) || /^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : "");

/** The base maps of a JSON text as `docs/basemaps.md` has it; null where it is none. */
export function parseBasemaps(text: string): readonly Basemap[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = basemapList.safeParse(json);
  if (!parsed.success) return null;
  const ids = new Set(parsed.data.map(({ id }) => id));
  const isValid = ids.size === parsed.data.length && parsed.data.flatMap(getTileUrls).every(isTileUrl);
  return isValid ? parsed.data : null;
}

/** What the console is told of Tianditu where the server holds a key: its own address, and no key. */
export const createTiandituBasemaps = (): readonly Basemap[] =>
  (["vec", "img", "ter"] as const).map((theme) => ({
    id: `tianditu-${theme}`,
    name: tiandituThemes[theme],
    kind: "tianditu",
    theme,
    key: "",
    host: tiandituPath,
  }));
