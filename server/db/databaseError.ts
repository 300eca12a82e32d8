import { CommitUnknownError } from "./commitUnknownError.ts";
import { ConnectionError } from "./connectionError.ts";
import { isDatabaseBusy } from "./databaseBusyError.ts";
import { LeaseLostError } from "./leaseLostError.ts";

/** The SQLSTATE of a database error, which drizzle wraps; null for any other. */
export function getSqlState(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return code;
  }
  return null;
}

/** Code and message of the innermost error, in one line and without data. */
export function describeDatabaseError(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  // A host name with several addresses fails with one error per address.
  if (inner instanceof AggregateError) inner = inner.errors[0];
  if (!(inner instanceof Error)) return String(inner);
  const { code } = inner as { code?: unknown };
  const [message = ""] = (inner.message || inner.name).split("\n");
  return typeof code === "string" && !message.includes(code) ? `${code} ${message}` : message;
}

/** Whether the transaction may succeed if it is retried: serialization failure, deadlock. */
export const isRetryable = (error: unknown) => ["40001", "40P01"].includes(getSqlState(error) ?? "");

/**
 * SQLSTATEs of an unavailable database: connection lost (08), refused sign-in (28), no such database (3D000), no disk
 * space, memory or connections (53), cancelled statement (57014), shutdown and start (57P), failing disk (58030),
 * read-only (25006), idle timeout of a transaction or session (25P03, 57P05).
 */
const unavailableStates = /^(?:08...|28...|3D000|53...|57014|57P..|58030|25006|25P03)$/;

/** SQLSTATEs that another try may not meet: rolled back by others (40), no resources (53), a lock not available (55P03). */
const passingStates = /^(?:40...|53...|55P03)$/;

/**
 * Whether a write may succeed if it is repeated unchanged: the database was away, busy, or in conflict with others.
 * Everything else, known or not, would fail again.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof LeaseLostError ||
  isDatabaseUnavailable(error) ||
  isDatabaseBusy(error) ||
  passingStates.test(getSqlState(error) ?? "");

const socketErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);

/** Any error of these calls means no connection, such as ENOENT for a missing unix socket. */
const connectSyscalls = new Set(["connect", "getaddrinfo"]);

/** Messages of driver errors without a code. */
const connectionLostMessages = new RegExp(
  [
    "Connection terminated",
    "exceeded when trying to connect",
    "timeout expired",
    "pool after calling end",
    "is not queryable",
    "Query read timeout",
    "embedded database has stopped",
  ].join("|"),
);

/** Whether the database is unavailable, rather than the query wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  if (unavailableStates.test(getSqlState(error) ?? "")) return true;
  let isDriverError = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const isQueryError = "query" in cause;
    isDriverError ||= isQueryError || cause instanceof ConnectionError;
    // Connections to clients, gateways and tile servers fail with the same codes.
    if (isDriverError && isSocketError(cause)) return true;
    // The message of drizzle's own error contains user input.
    if (!isQueryError && connectionLostMessages.test(cause.message)) return true;
  }
  return false;
}

/** Whether any connection broke or could not be made, to the database or elsewhere. */
export function hasSocketError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isSocketError(cause)) return true;
  return false;
}

function isSocketError(error: Error): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return socketErrorCodes.has(String(code)) || connectSyscalls.has(String(syscall));
}
