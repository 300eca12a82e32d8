import { type Region, rootRegionId } from "../../../adapters/contract/region.ts";

export type RegionsByParent = Readonly<Record<string, readonly Region[]>>;

/** Codes of possible ancestors, topmost first: GB/T 2260 encodes the province in two digits, the city in four. */
export function getAncestorCodes(code: string): readonly string[] {
  const ancestors = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`];
  return [...new Set([...ancestors, code])].slice(0, -1);
}

/** The path from the province to the region; null while a part is not loaded. */
export function findRegionPath(code: string, regions: RegionsByParent): readonly Region[] | null {
  const path: Region[] = [];
  let parent = rootRegionId;
  for (const step of [...getAncestorCodes(code), code]) {
    const region = regions[parent]?.find(({ id }) => id === step);
    // Municipalities have districts directly below them, without a city.
    if (!region) continue;
    path.push(region);
    parent = region.id;
  }
  return path.at(-1)?.id === code ? path : null;
}
