import { and, asc, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { flights } from "../../db/schema/flight.ts";
import { findCounty } from "../../map/findCounty.ts";
import { copyTasksToFlights } from "./copyTasksToFlights.ts";

interface Takeoff {
  readonly takeoffLng?: number | null | undefined;
  readonly takeoffLat?: number | null | undefined;
}

/** Adds the county of the take-off to a row, or to an update that sets the place. */
export function withTakeoffRegion<T extends Takeoff>(row: T): T & { takeoffRegionId?: string | null } {
  const { takeoffLng, takeoffLat } = row;
  if (typeof takeoffLng !== "number" || typeof takeoffLat !== "number") return row;
  return { ...row, takeoffRegionId: findCounty(takeoffLng, takeoffLat) };
}

const batchSize = 500;

/**
 * Finds the county of flights that have a place but no county: those older than the column. Each batch is stored by
 * itself, so that a restart continues where it stopped; places outside the boundaries stay without one.
 * @param shouldStop asked between two batches
 * @returns how many flights got a county
 */
export async function fillTakeoffRegions(db: Db, shouldStop: () => boolean = () => false): Promise<number> {
  let filled = 0;
  for (let lastId = "0"; !shouldStop(); ) {
    const batch = await db
      .select({
        id: flights.id,
        taskId: flights.taskId,
        takeoffLng: flights.takeoffLng,
        takeoffLat: flights.takeoffLat,
      })
      .from(flights)
      .where(and(isNull(flights.takeoffRegionId), isNotNull(flights.takeoffLng), gt(flights.id, lastId)))
      .orderBy(asc(flights.id))
      .limit(batchSize);
    const found = batch.map(withTakeoffRegion).filter(({ takeoffRegionId }) => takeoffRegionId);
    const byRegion = Map.groupBy(found, ({ takeoffRegionId }) => takeoffRegionId ?? null);
    await db.transaction(async (tx) => {
      for (const [takeoffRegionId, rows] of byRegion)
        await tx
          .update(flights)
          .set({ takeoffRegionId })
          .where(
            inArray(
              flights.id,
              rows.map(({ id }) => id),
            ),
          );
      await copyTasksToFlights(
        tx,
        found.map(({ taskId }) => taskId),
      );
    });
    filled += found.length;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) break;
    lastId = last.id;
  }
  return filled;
}
