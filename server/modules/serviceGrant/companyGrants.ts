import { and, asc, eq, gt, isNull, max } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../db/schema/serviceGrant.ts";

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

/** Updates the company's expiry: the end of its latest grant that was not refunded. */
export async function updateCompanyExpiry(db: Db, companyId: string): Promise<void> {
  const [latest] = await db
    .select({ expireAt: max(serviceGrants.expireAt) })
    .from(serviceGrants)
    .where(and(eq(serviceGrants.companyId, companyId), isNull(serviceGrants.endedAt)));
  await db
    .update(companies)
    .set({ expireAt: latest?.expireAt ?? null })
    .where(eq(companies.id, companyId));
}
