import { sql } from "drizzle-orm";
import type { Db } from "./handle.ts";
import { writeProbes } from "./schema/writeProbe.ts";

/**
 * Writes one row, and some pages that do not fit into memory: only these need new disk space, and so fail on a full disk.
 * @throws the database's error if it accepts no writes
 */
export async function probeWrites(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const at = sql`now()`;
    await tx
      .insert(writeProbes)
      .values({ id: 1, at })
      .onConflictDoUpdate({ target: writeProbes.id, set: { at } });
    await tx.execute(sql`set local work_mem = '64kB'`);
    // A temporary file of some 300 kB.
    await tx.execute(sql`select count(*) from generate_series(1, 20000)`);
  });
}
