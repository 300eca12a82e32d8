import { eq, isNull } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { dataRepairs } from "../db/schema/dataRepair.ts";
import type { Log } from "../log/createLog.ts";

/** Tells in the log what migrations have repaired since the last start, and in how many rows; each once. */
export async function tellRepairs(
  { db, log }: { readonly db: Db; readonly log: Pick<Log, "info" | "warn"> },
  now: Date,
): Promise<void> {
  for (const { name, changed, left } of await db
    .select()
    .from(dataRepairs)
    .where(isNull(dataRepairs.toldAt))) {
    log[left > 0 ? "warn" : "info"]({ changed, left }, `${name} repaired`);
    await db.update(dataRepairs).set({ toldAt: now }).where(eq(dataRepairs.name, name));
  }
}
