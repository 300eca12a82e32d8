import type { DatabaseHandles, Db } from "../../server/db/handle.ts";

type Method = (...args: unknown[]) => unknown;
/** What drizzle calls of a driver. */
type Client = Record<"query" | "transaction", Method | undefined>;

/** Counts what the handles send to the database, a transaction as one, until it is stopped. */
export function countStatements({ db, callDb, priorityDb }: DatabaseHandles) {
  let count = 0;
  const restore: (() => void)[] = [];
  for (const handle of [db, callDb, priorityDb]) {
    // Cast: drizzle's types hide the driver.
    const { $client: client } = handle as Db & { readonly $client: Client };
    for (const name of ["query", "transaction"] as const) {
      const method = client[name];
      if (!method) continue;
      client[name] = (...args) => {
        count += 1;
        return method.apply(client, args);
      };
      restore.push(() => {
        client[name] = method;
      });
    }
  }
  return {
    /** Number of statements of this work, and of whatever else happens meanwhile. */
    during: async (work: () => Promise<unknown>) => {
      const before = count;
      await work();
      return count - before;
    },
    stop: () => {
      for (const undo of restore) undo();
    },
  };
}
