import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { serviceGrants } from "../../db/schema/serviceGrant.ts";
import { allocateQuota } from "./allocateQuota.ts";

/** A flight that has been finished. */
export interface FinishedFlight {
  readonly companyId: string;
  readonly endedAt: Date;
}

/** Flights are counted in the unit that the services of flying are sold in. */
const sortieUnit = "架次";

/**
 * Draws one 架次 of its company's flight grants for each flight, in the transaction that writes the flights' ends.
 * A flight without a grant is history all the same: quotas are told of, never enforced in the air.
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
    // The order in which every server locks them, so that two never wait for each other.
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
