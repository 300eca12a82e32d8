import { asc, eq } from "drizzle-orm";
import {
  type FoundRegion,
  maxFoundRegions,
  type regionCalls,
  rootRegionId,
} from "../../../adapters/contract/region.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { regions } from "../../db/schema/region.ts";
import { requireRecord } from "../../records/refusals.ts";
import { toPinyin } from "../../records/searchText.ts";

/** Made at the first search; regions only change with a release. */
let regionIndex: ReturnType<typeof indexRegions> | null = null;

async function getRegionIndex(db: Db) {
  if (regionIndex) return regionIndex;
  const index = indexRegions(await db.select().from(regions).orderBy(asc(regions.id)));
  // A database without regions is still being filled.
  if (index.length > 0) regionIndex = index;
  return index;
}

export const regionHandlers: Handlers<typeof regionCalls> = {
  regionList: async ({ params }, { db }) => {
    const [parent] = await db.select({ id: regions.id }).from(regions).where(eq(regions.id, params.id));
    requireRecord(parent, word.region);
    const children = await db
      .select()
      .from(regions)
      .where(eq(regions.parentId, params.id))
      .orderBy(asc(regions.id));
    return children.map(({ id, name, level, lng, lat, hasChildren }) => ({
      id,
      name,
      level,
      center: lng === null || lat === null ? null : ([lng, lat] satisfies [number, number]),
      hasChildren,
    }));
  },
  regionSearch: async ({ query }, { db }) => findRegions(await getRegionIndex(db), query.text),
};

/** What is searched of a region. */
interface RegionRecord {
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
function indexRegions(regions: readonly RegionRecord[]): readonly IndexedRegion[] {
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
function findRegions(regions: readonly IndexedRegion[], text: string): FoundRegion[] {
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
