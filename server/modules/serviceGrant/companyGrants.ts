import { and, asc, eq, gt, isNull, max } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../db/schema/serviceGrant.ts";

/** What holds of a company's grants that run or will run. */
export const activeOrFuture = (companyId: string, now: Date) =>
  and(eq(serviceGrants.companyId, companyId), isNull(serviceGrants.endedAt), gt(serviceGrants.expireAt, now));

/** The company's grants that run or will run, soonest end first. */
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

/** Brings the company's end up to date: that of its latest grant which no refund has ended. */
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
