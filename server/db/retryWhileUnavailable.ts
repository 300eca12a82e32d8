import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseUnavailable } from "../http/databaseError.ts";

const retryMs = 1_000;

/**
 * Runs a write that may be carried out twice until the database takes it; any other fault is thrown at once.
 * @param stopped ends the waiting, with the database's error
 */
export async function retryWhileUnavailable<T>(write: () => Promise<T>, stopped: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || stopped.aborted) throw error;
      await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}
