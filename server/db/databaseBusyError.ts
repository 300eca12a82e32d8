import { requestTimeoutMs } from "../../adapters/contract/constants.ts";

/** How long a call's statement may wait for the database. Below the console's timeout, so that it gets the reply. */
export const toCallWaitMs = (timeoutMs: number): number => timeoutMs - 1_000;
export const usualCallWaitMs = toCallWaitMs(requestTimeoutMs);

/** Seconds after which a call that was refused because of overload may be retried. */
export const busyRetryAfter = 2;

/** The database is overloaded: the statement or transaction was not started. */
export class DatabaseBusyError extends Error {
  override readonly name = "DatabaseBusyError";
  constructor() {
    super("Too much work is waiting for the database");
  }
}

/** Whether an error was caused by a full queue. Drizzle wraps the driver's error, so the causes are searched. */
export function isDatabaseBusy(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseBusyError) return true;
  return false;
}
