import { asc, isNull } from "drizzle-orm";
import type { DutyScope } from "../../../adapters/contract/dutyScope.ts";
import { createScopeTest } from "../../../machines/status/dutyScope.ts";
import type { Db } from "../../db/handle.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { findCounty } from "../../map/findCounty.ts";

/** The hangars of a scope by name: those of companies, or those that stand in regions. */
export async function readHangarsIn(db: Db, scope: DutyScope): Promise<HangarRecord[]> {
  const records = await db
    .select()
    .from(hangars)
    .where(isNull(hangars.deletedAt))
    .orderBy(asc(hangars.name), asc(hangars.id));
  const isIn = createScopeTest([scope]);
  return records.filter(({ companyId, lng, lat }) =>
    isIn({ companyId, regionId: scope.by === "region" ? findCounty(lng, lat) : null }),
  );
}
