import { sql } from "drizzle-orm";
import type { Db } from "../../../server/db/handle.ts";

/** Occupies connections of a database until the returned function is called. Resolves once it has all of them. */
export async function occupyConnections(db: Db, connections: number): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const started = Array.from({ length: connections }, () => Promise.withResolvers<void>());
  const finished = Promise.all(
    started.map((item) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        item.resolve();
        await released;
      }),
    ),
  );
  await Promise.all(started.map((item) => item.promise));
  return async () => {
    release();
    await finished;
  };
}
