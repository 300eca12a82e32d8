import { setTimeout as wait } from "node:timers/promises";
import { databaseGone } from "../http/databaseFault.ts";

const retryMs = 1_000;

/**
 * Runs a write that may be carried out twice until the database takes it; any other fault is thrown at once.
 * @param stopped ends the waiting, with the database's error
 */
export async function retryWhileGone<T>(write: () => Promise<T>, stopped: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (fault) {
      if (!databaseGone(fault) || stopped.aborted) throw fault;
      await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}
