import { and, inArray, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { drones } from "../../db/schema/drone.ts";

const dronesPerStatement = 1_000;

/** Stores when these drones last sent something. */
export async function storeLastSeen(db: Db, serialNumbers: readonly string[], at: Date): Promise<void> {
  for (let start = 0; start < serialNumbers.length; start += dronesPerStatement)
    await db
      .update(drones)
      .set({ lastSeenAt: at })
      .where(
        and(
          inArray(drones.sn, serialNumbers.slice(start, start + dronesPerStatement)),
          isNull(drones.deletedAt),
        ),
      );
}
