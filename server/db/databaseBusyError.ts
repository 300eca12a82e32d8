import { requestTimeoutMs } from "../../adapters/contract/constants.ts";

/** How long a call's statement waits for the database. The console gives up later, and so still gets the answer. */
export const maxCallWaitMs = requestTimeoutMs - 1_000;

/** Seconds after which a call that was refused for too much work may be sent again. */
export const busyRetryAfter = 2;

/** The database has too much to do: the statement or transaction was not begun. */
export class DatabaseBusyError extends Error {
  override readonly name = "DatabaseBusyError";
  constructor() {
    super("Too much work is waiting for the database");
  }
}

/** Whether a fault, which drizzle wraps, is a full queue. */
export function isDatabaseBusy(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseBusyError) return true;
  return false;
}
