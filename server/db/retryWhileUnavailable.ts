import { setTimeout as wait } from "node:timers/promises";
import { isPassing } from "./databaseError.ts";

const retryMs = 1_000;

/**
 * Retries a write, which must be idempotent, until the database takes it; errors that do not pass are thrown at once.
 * @param stopped aborts the retries; the database's error is then thrown
 */
export async function retryWhileUnavailable<T>(write: () => Promise<T>, stopped: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isPassing(error) || stopped.aborted) throw error;
      await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}
