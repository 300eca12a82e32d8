import type { DatabaseHandles } from "../../server/db/handle.ts";

type Method = (...args: unknown[]) => unknown;

/** Counts what the handles send to the database, a transaction as one, until it is stopped. */
export function countStatements({ db, callDb, priorityDb }: DatabaseHandles) {
  let count = 0;
  const restore: (() => void)[] = [];
  for (const handle of [db, callDb, priorityDb]) {
    // Cast: both drivers prepare each statement through these.
    const session = handle._.session as unknown as Record<"prepareQuery" | "transaction", Method>;
    for (const name of ["prepareQuery", "transaction"] as const) {
      const method = session[name];
      session[name] = (...args) => {
        count += 1;
        return method.apply(session, args);
      };
      restore.push(() => {
        session[name] = method;
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
