import type { Basemap } from "../../adapters/contract/basemap.ts";
import { getTileUrls } from "./basemaps.ts";

/** Expands `{0-7}` and `{a-d}` to one URL each, as OpenLayers does. */
function expandSubdomains(address: string): readonly string[] {
  const [placeholder, first, last] = /\{(\d|[a-z])-(\d|[a-z])\}/.exec(address) ?? [];
  if (placeholder === undefined || first === undefined || last === undefined) return [address];
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) =>
    address.replace(placeholder, String.fromCharCode(from + i)),
  );
}

/** Other origins that tiles of these base maps come from, for the content security policy. */
export function getTileOrigins(basemaps: readonly Basemap[]): readonly string[] {
  const origins = basemaps
    .flatMap(getTileUrls)
    .flatMap(expandSubdomains)
    .filter((address) => !address.startsWith("/"))
    .map((address) => new URL(address).origin);
  return [...new Set(origins)];
}
