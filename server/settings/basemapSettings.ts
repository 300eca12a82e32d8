import * as z from "zod/mini";
import type { Basemap } from "../../adapters/contract/basemap.ts";
import {
  createFileBasemap,
  createTiandituBasemaps,
  createXyzBasemap,
  isXyzUrl,
  parseBasemaps,
} from "./basemaps.ts";
import { baseUrlSchema } from "./environmentSchemas.ts";

/** Base maps besides the embedded one. */
export interface BasemapSettings {
  readonly basemaps: readonly Basemap[];
  /** Archive of tiles that this server serves. */
  readonly basemapFile: string | undefined;
  /** Access to Tianditu; undefined without a key. */
  readonly tianditu: { readonly key: string; readonly host: string } | undefined;
}

/** Environment variables of base maps, see `docs/basemaps.md`. */
export const basemapVariables = {
  /** As JSON. */
  BASEMAPS: z.optional(z.string().check(z.refine((text) => parseBasemaps(text) !== null))),
  /** Tiles of one more base map, and what is shown as their source: the short way to what `BASEMAPS` can say. */
  BASEMAP_URL: z.optional(z.string().check(z.refine(isXyzUrl))),
  /** An archive of tiles on this machine. */
  BASEMAP_FILE: z.optional(z.string().check(z.regex(/\.pmtiles$/))),
  BASEMAP_ATTRIBUTION: z._default(z.string().check(z.maxLength(100)), ""),
  /** Never leaves the server, which proxies Tianditu's tiles. */
  TIANDITU_KEY: z.optional(z.string().check(z.regex(/^[0-9a-zA-Z]{8,64}$/))),
  TIANDITU_HOST: z._default(baseUrlSchema, "https://t0.tianditu.gov.cn"),
};

/** Expected values, for error messages. */
export const expectedBasemapValues: Readonly<
  Record<Exclude<keyof typeof basemapVariables, "TIANDITU_HOST">, string>
> = {
  BASEMAPS: "a JSON list of base maps with ids of their own, as docs/basemaps.md has it",
  BASEMAP_URL: "an address of image tiles that contains {x}, {y} and {z}",
  BASEMAP_FILE: "the path of a .pmtiles file",
  BASEMAP_ATTRIBUTION: "a text of at most 100 characters",
  TIANDITU_KEY: "a key of 8 to 64 letters and digits",
};

const basemapEnvironment = z.object(basemapVariables);

/** A line for the terminal where the variables do not fit together. */
export function parseBasemapSettings(
  value: z.output<typeof basemapEnvironment>,
  basePath: string,
): BasemapSettings | string {
  const { BASEMAP_URL: url, BASEMAP_FILE: file, BASEMAP_ATTRIBUTION: attribution, TIANDITU_KEY: key } = value;
  if (url && file)
    return "BASEMAP_URL must not be set with BASEMAP_FILE: one of them is an entry of BASEMAPS.";
  const basemaps = [
    ...(key ? createTiandituBasemaps(basePath) : []),
    ...(url ? [createXyzBasemap(url, attribution)] : []),
    ...(file ? [createFileBasemap(file, attribution, basePath)] : []),
    ...(parseBasemaps(value.BASEMAPS ?? "[]") ?? []),
  ];
  if (new Set(basemaps.map(({ id }) => id)).size < basemaps.length)
    return "BASEMAPS must not use the ids xyz, file and tianditu-… beside BASEMAP_URL, BASEMAP_FILE and TIANDITU_KEY, whose base maps have them.";
  return { basemaps, basemapFile: file, tianditu: key ? { key, host: value.TIANDITU_HOST } : undefined };
}
