import { type Region, rootRegionId } from "../../../adapters/contract/region.ts";

export type RegionsByParent = Readonly<Record<string, readonly Region[]>>;

/**
 * Codes of possible ancestors, topmost first: GB/T 2260 encodes the province in two digits, the city in four. Another
 * platform's ids tell none.
 */
export function getAncestorCodes(code: string): readonly string[] {
  if (!/^\d{6}$/.test(code)) return [];
  const ancestors = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`];
  return [...new Set([...ancestors, code])].slice(0, -1);
}

/** The path from the province to the region; null while a part is not loaded. */
export function findRegionPath(
  code: string,
  regions: RegionsByParent,
  above: readonly Region[] = [],
): readonly Region[] | null {
  const children = regions[above.at(-1)?.id ?? rootRegionId] ?? [];
  const found = children.find(({ id }) => id === code);
  if (found) return [...above, found];
  for (const child of children) {
    // Another platform may list a region within itself.
    const path = above.includes(child) ? null : findRegionPath(code, regions, [...above, child]);
    if (path) return path;
  }
  return null;
}
