import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type ServiceGrantRecord, serviceGrants } from "../../db/schema/serviceGrant.ts";

/** The fields of a grant that determine how much of it can be used. */
export type QuotaGrant = Pick<
  ServiceGrantRecord,
  "id" | "total" | "used" | "startAt" | "expireAt" | "endedAt"
>;

/** The amount to take from one grant. */
export interface Allocation {
  readonly id: string;
  readonly amount: number;
}

const canUse = ({ total, used, startAt, expireAt, endedAt }: QuotaGrant, at: Date): boolean =>
  endedAt === null && startAt <= at && at < expireAt && used < total;

const compareByExpiry = (a: QuotaGrant, b: QuotaGrant): number =>
  a.expireAt.getTime() - b.expireAt.getTime() || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);

/**
 * Allocates a use at `at` to a company's grants of one service, the earliest end first. Skips grants that have not
 * started, have expired or were ended. Allocates less than `requested` if not enough is left.
 */
export function allocateQuota(grants: readonly QuotaGrant[], requested: number, at: Date): Allocation[] {
  const allocations: Allocation[] = [];
  let remaining = requested;
  for (const grant of grants.filter((candidate) => canUse(candidate, at)).toSorted(compareByExpiry)) {
    if (remaining <= 0) break;
    const amount = Math.min(remaining, grant.total - grant.used);
    allocations.push({ id: grant.id, amount });
    remaining -= amount;
  }
  return allocations;
}

/** A finished flight. */
export interface FinishedFlight {
  readonly companyId: string;
  readonly endedAt: Date;
}

/** The unit of services whose quota is counted in flights. */
const sortieUnit = "架次";

/**
 * Uses one sortie (架次) of the company's flight grants for each flight, in the transaction that writes the flights'
 * ends. A flight without a grant is recorded all the same: quotas are shown, never enforced in the air.
 */
export async function consumeSorties(db: Db, flights: readonly FinishedFlight[]): Promise<void> {
  if (flights.length === 0) return;
  const flightsByCompany = Map.groupBy(flights, ({ companyId }) => companyId);
  const earliestEnd = new Date(Math.min(...flights.map(({ endedAt }) => endedAt.getTime())));
  const grants = await db
    .select()
    .from(serviceGrants)
    .where(
      and(
        inArray(serviceGrants.companyId, [...flightsByCompany.keys()]),
        eq(serviceGrants.kind, "flight"),
        eq(serviceGrants.unit, sortieUnit),
        isNull(serviceGrants.endedAt),
        gt(serviceGrants.expireAt, earliestEnd),
        lt(serviceGrants.used, serviceGrants.total),
      ),
    )
    // Every server locks in this order, so that two do not deadlock.
    .orderBy(serviceGrants.id)
    .for("update");
  for (const [companyId, companyFlights] of flightsByCompany) {
    const companyGrants = grants.filter((grant) => grant.companyId === companyId);
    const latestEnd = new Date(Math.max(...companyFlights.map(({ endedAt }) => endedAt.getTime())));
    for (const { id, amount } of allocateQuota(companyGrants, companyFlights.length, latestEnd))
      await db
        .update(serviceGrants)
        .set({ used: sql`${serviceGrants.used} + ${amount}` })
        .where(eq(serviceGrants.id, id));
  }
}
