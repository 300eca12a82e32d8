import { type FoundRegion, maxFoundRegions, rootRegionId } from "../../../adapters/contract/region.ts";
import { toPinyin } from "../../records/searchText.ts";

/** What is searched of a region. */
export interface RegionRecord {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly hasChildren: boolean;
}

interface IndexedRegion extends FoundRegion {
  /** The region and those above it, itself first. */
  readonly keys: readonly { readonly name: string; readonly pinyin: string; readonly initials: string }[];
}

/** Prepares regions for `findRegions`; takes a moment, as thousands of names become pinyin. */
export function indexRegions(regions: readonly RegionRecord[]): readonly IndexedRegion[] {
  const indexed = new Map<string, IndexedRegion>();
  const byId = new Map(regions.map((region) => [region.id, region]));
  const index = (region: RegionRecord): IndexedRegion => {
    const known = indexed.get(region.id);
    if (known) return known;
    const parent = byId.get(region.parentId ?? "");
    const above = parent && parent.id !== rootRegionId ? index(parent) : undefined;
    const syllables = toPinyin(region.name).split(" ");
    const keys = {
      name: region.name,
      pinyin: syllables.join(""),
      initials: syllables.map(([first]) => first).join(""),
    };
    const result = {
      id: region.id,
      hasChildren: region.hasChildren,
      path: [...(above?.path ?? []), region.name],
      keys: [keys, ...(above?.keys ?? [])],
    };
    indexed.set(region.id, result);
    return result;
  };
  return regions.filter(({ id }) => id !== rootRegionId).map(index);
}

/**
 * The regions of a typed text: name, pinyin, initials or code. Words narrow: 浙江 西湖. Those that have the text
 * themselves come first, then what lies in them; each by code.
 */
export function findRegions(regions: readonly IndexedRegion[], text: string): FoundRegion[] {
  const words = text.toLowerCase().replace(/'/g, "").split(/\s+/).filter(Boolean);
  const matches = ({ name, pinyin, initials }: IndexedRegion["keys"][number], word: string) =>
    name.includes(word) || pinyin.startsWith(word) || initials.startsWith(word);
  const own: IndexedRegion[] = [];
  const within: IndexedRegion[] = [];
  for (const region of regions) {
    const isCode = words.length === 1 && region.id.startsWith(words[0] ?? "");
    if (!isCode && !words.every((word) => region.keys.some((keys) => matches(keys, word)))) continue;
    const [keys] = region.keys;
    const isOwn = isCode || (keys !== undefined && words.some((word) => matches(keys, word)));
    (isOwn ? own : within).push(region);
  }
  return [...own, ...within]
    .slice(0, maxFoundRegions)
    .map(({ id, path, hasChildren }) => ({ id, path, hasChildren }));
}
