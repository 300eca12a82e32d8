import { count, type SQL, sql, sum } from "drizzle-orm";
import * as z from "zod/mini";
import type { Db } from "../../db/handle.ts";
import { flights } from "../../db/schema/flight.ts";
import { buildCharacterCondition, buildConditions } from "../../list/buildConditions.ts";
import { type FlightPageRequest, flightList, scannedFlightList } from "./flightList.ts";

/** With more rows, reading them one by one takes longer than reading the whole table in parallel. */
const maxIndexedRows = 30_000;

const planSchema = z.object({
  rows: z.tuple([
    z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: z.object({ "Plan Rows": z.number() }) })]) }),
  ]),
});

/** How many rows the planner expects, from its figures: about a millisecond. */
async function estimateRows(db: Db, where: SQL): Promise<number> {
  const answer: unknown = await db.execute(
    sql`explain (format json) select 1 from ${flights} where ${where}`,
  );
  const [row] = planSchema.parse(answer).rows;
  return row["QUERY PLAN"][0].Plan["Plan Rows"];
}

/** Flights, seconds and metres of all flights that match. */
export async function sumFlights(
  { db, now }: { readonly db: Db; readonly now: Date },
  query: FlightPageRequest,
): Promise<{ flights: number; durationS: number; distanceM: number }> {
  const characters = query.keyword ? buildCharacterCondition(flightList, query.keyword) : undefined;
  // The condition of the index is dear where the planner does not use the index: it splits each text again.
  const isCommon = characters !== undefined && (await estimateRows(db, characters)) > maxIndexedRows;
  const [sums] = await db
    .select({
      flights: count(),
      durationS: sum(flights.durationS).mapWith(Number),
      distanceM: sum(flights.distanceM).mapWith(Number),
    })
    .from(flights)
    .where(buildConditions(isCommon ? scannedFlightList : flightList, query, now));
  // A sum of no rows is null.
  return {
    flights: sums?.flights ?? 0,
    durationS: sums?.durationS ?? 0,
    distanceM: sums?.distanceM ?? 0,
  };
}
