import path from "node:path";
import * as z from "zod/mini";
import { type Basemap, basemap } from "../../adapters/contract/basemap.ts";

/** Tianditu base maps that a key gives access to. */
const tiandituThemes = { vec: "天地图 矢量", img: "天地图 影像", ter: "天地图 地形" } as const;
/** Path of the Tianditu proxy, which adds the key so that no browser sees it. */
export const tiandituPath = "/map/tianditu";

/** Path below which the archive of `BASEMAP_FILE` is served. */
export const basemapFilePath = "/map/file";

const basemapList = z.array(basemap).check(z.maxLength(20));

/** URLs of a base map: absolute http(s) URLs, or paths on this server. */
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

/** Whether it is an address of tiles: of a host or on this server, with the three numbers of a tile. */
export const isXyzUrl = (address: string): boolean =>
  isTileUrl(address) && ["{x}", "{y}", "{z}"].every((part) => address.includes(part));

/** The base map of `BASEMAP_URL`. */
export const createXyzBasemap = (url: string, attribution: string): Basemap => ({
  id: "xyz",
  name: "地图",
  kind: "xyz",
  urls: [url],
  crs: "EPSG:3857",
  attribution,
});

/** The base map of `BASEMAP_FILE`. */
export const createFileBasemap = (file: string, attribution: string, basePath: string): Basemap => ({
  id: "file",
  name: "地图",
  kind: "pmtiles",
  url: `${basePath.slice(0, -1)}${basemapFilePath}/${encodeURIComponent(path.basename(file))}`,
  format: "raster",
  attribution,
});

/** Parses base maps from JSON, see `docs/basemaps.md`; null if it is invalid. */
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

/** Tianditu base maps for the console: by way of this server's proxy, without a key. */
export const createTiandituBasemaps = (basePath: string): readonly Basemap[] =>
  (["vec", "img", "ter"] as const).map((theme) => ({
    id: `tianditu-${theme}`,
    name: tiandituThemes[theme],
    kind: "tianditu",
    theme,
    key: "",
    host: `${basePath.slice(0, -1)}${tiandituPath}`,
  }));
