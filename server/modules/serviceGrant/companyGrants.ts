import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../db/schema/serviceGrant.ts";
import { readServiceEnds } from "./serviceEnds.ts";

/** Condition of a company's grants that are active or will be. */
export const activeOrFuture = (companyId: string, now: Date) =>
  and(eq(serviceGrants.companyId, companyId), isNull(serviceGrants.endedAt), gt(serviceGrants.expireAt, now));

/** Reads the company's active and future grants, the soonest end first. */
export const getActiveOrFutureGrants = (
  db: Db,
  companyId: string,
  now: Date,
): Promise<ServiceGrantRecord[]> =>
  db
    .select()
    .from(serviceGrants)
    .where(activeOrFuture(companyId, now))
    .orderBy(asc(serviceGrants.expireAt), asc(serviceGrants.id));

/** Updates the end by which the company list is sorted, after a change of the company's grants. */
export async function updateCompanyExpiry(db: Db, companyId: string, now: Date): Promise<void> {
  const ends = await readServiceEnds(db, [companyId], now);
  await db
    .update(companies)
    .set({ expireAt: ends.get(companyId)?.expireAt ?? null })
    .where(eq(companies.id, companyId));
}
