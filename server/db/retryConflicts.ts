import { isRetryable } from "./databaseError.ts";

const maxAttempts = 3;

/** Runs a transaction again that conflicted with another one. */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isRetryable(error)) throw error;
    }
  }
}
