import { asc, eq } from "drizzle-orm";
import type { regionCalls } from "../../../adapters/contract/region.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { regions } from "../../db/schema/region.ts";
import { requireRecord } from "../../records/refusals.ts";
import { findRegions, indexRegions } from "./findRegions.ts";

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
