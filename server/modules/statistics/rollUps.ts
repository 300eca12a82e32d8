import { sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";

/** Moves the changes that triggers wrote into the totals. Readers count both, so that it changes no answer. */
export async function foldStatistics({ db }: { readonly db: Db }): Promise<void> {
  await db.execute(sql`select fold_statistics()`);
}

/** Recounts all totals from the records. Writers of what is counted wait until the transaction ends. */
export async function rebuildStatistics(db: Db): Promise<void> {
  await db.execute(sql`select rebuild_statistics()`);
}
