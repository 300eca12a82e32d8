import { sql } from "drizzle-orm";
import type { Db } from "../../server/db/handle.ts";

/** Takes so many connections of a database until it is let go; resolves once it has them all. */
export async function holdDatabase(db: Db, connections: number): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Array.from({ length: connections }, () => Promise.withResolvers<void>());
  const ended = Promise.all(
    begun.map((one) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        one.resolve();
        await promise;
      }),
    ),
  );
  await Promise.all(begun.map((one) => one.promise));
  return async () => {
    resolve();
    await ended;
  };
}
