import {
  and,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  not,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias, QueryBuilder } from "drizzle-orm/pg-core";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { dayMs } from "../../records/shanghaiDay.ts";

/** What is told of a company's services: everywhere the same, by `readServiceEnds`. */
export interface ServiceEnds {
  /** The next end among services in force; the last end once all have ended; null without any service. */
  readonly expireAt: Date | null;
  readonly expireServiceName: string;
  /** Services that end within 30 days. */
  readonly expiring30: number;
}

export const noServiceEnds: ServiceEnds = { expireAt: null, expireServiceName: "", expiring30: 0 };

const later = alias(serviceGrants, "later");

/**
 * Condition of the grants that end their services: refunds aside, the last one of each service of a company. Of grants
 * that end together, such as an addition's, it is the first.
 */
export const endsService: SQL | undefined = and(
  isNull(serviceGrants.endedAt),
  notExists(
    new QueryBuilder()
      .select({ id: later.id })
      .from(later)
      .where(
        and(
          eq(later.companyId, serviceGrants.companyId),
          eq(later.serviceId, serviceGrants.serviceId),
          isNull(later.endedAt),
          or(
            gt(later.expireAt, serviceGrants.expireAt),
            and(eq(later.expireAt, serviceGrants.expireAt), lt(later.id, serviceGrants.id)),
          ),
        ),
      ),
  ),
);

/** Condition of the grants that end their services after `now` and within the days. */
export const endsServiceWithin = (days: number, now: Date): SQL | undefined =>
  and(
    endsService,
    gt(serviceGrants.expireAt, now),
    lte(serviceGrants.expireAt, new Date(now.getTime() + days * dayMs)),
  );

/** Condition of the companies of which a service ends within the days: those whose next end is that soon. */
export const hasServiceEndWithin = (days: number, now: Date): SQL =>
  inArray(
    companies.id,
    new QueryBuilder()
      .select({ companyId: serviceGrants.companyId })
      .from(serviceGrants)
      .where(endsServiceWithin(days, now)),
  );

/** Condition of the companies whose services have all ended, the last one not before `since`. */
export function hasOnlyEndedServices(now: Date, since = new Date(0)): SQL | undefined {
  const grantsWhere = (condition: SQL) =>
    new QueryBuilder()
      .select({ id: serviceGrants.id })
      .from(serviceGrants)
      .where(and(eq(serviceGrants.companyId, companies.id), isNull(serviceGrants.endedAt), condition));
  return and(
    exists(grantsWhere(gte(serviceGrants.expireAt, since))),
    not(exists(grantsWhere(gt(serviceGrants.expireAt, now)))),
  );
}

/** Reads when the services of companies end; those without any service are missing. */
export async function readServiceEnds(
  db: Db,
  companyIds: readonly string[] | SQLWrapper,
  now: Date,
): Promise<ReadonlyMap<string, ServiceEnds>> {
  const { companyId } = serviceGrants;
  const isOfCompanies =
    "getSQL" in companyIds ? inArray(companyId, companyIds) : inArray(companyId, [...companyIds]);
  const grants = await db
    .select({
      companyId,
      name: serviceGrants.serviceName,
      expireAt: serviceGrants.expireAt,
    })
    .from(serviceGrants)
    .where(and(isOfCompanies, endsService))
    .orderBy(serviceGrants.expireAt, serviceGrants.serviceName);
  const soon = new Date(now.getTime() + 30 * dayMs);
  return new Map(
    [...Map.groupBy(grants, ({ companyId }) => companyId)].map(([id, ends]) => {
      const inForce = ends.filter(({ expireAt }) => expireAt > now);
      const next = inForce[0] ?? ends.at(-1);
      return [
        id,
        {
          expireAt: next?.expireAt ?? null,
          expireServiceName: next?.name ?? "",
          expiring30: inForce.filter(({ expireAt }) => expireAt <= soon).length,
        },
      ];
    }),
  );
}

/**
 * Updates the ends by which the company list is sorted, for services that have ended since they were stored. What is
 * shown and counted never depends on it.
 */
export async function updateSortedEnds({ db, clock }: { readonly db: Db; readonly clock: () => Date }) {
  const now = sql.param(clock(), serviceGrants.expireAt);
  const { companyId, expireAt } = serviceGrants;
  const ends = db
    .select({
      companyId,
      next: sql`coalesce(min(${expireAt}) filter (where ${expireAt} > ${now}), max(${expireAt}))`.as("next"),
    })
    .from(serviceGrants)
    .where(endsService)
    .groupBy(companyId)
    .as("ends");
  await db
    .update(companies)
    .set({ expireAt: sql`${ends.next}` })
    .from(ends)
    .where(and(eq(companies.id, ends.companyId), sql`${companies.expireAt} is distinct from ${ends.next}`));
}
