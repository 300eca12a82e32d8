import { CommitUnknownError } from "../db/commitUnknownError.ts";
import { ConnectionError } from "../db/connectionError.ts";

/** The SQLSTATE of a database error, which drizzle wraps; null for any other. */
export function getSqlState(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return code;
  }
  return null;
}

/** What the driver says, in one line and without data: code and message of the innermost error. */
export function describeDatabaseError(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  // An address with several hosts behind it fails with one error for each.
  if (inner instanceof AggregateError) inner = inner.errors[0];
  if (!(inner instanceof Error)) return String(inner);
  const { code } = inner as { code?: unknown };
  const [message = ""] = (inner.message || inner.name).split("\n");
  return typeof code === "string" && !message.includes(code) ? `${code} ${message}` : message;
}

/** Whether the same transaction may well succeed when it is run again: serialization failure, deadlock. */
export const isRetryable = (error: unknown) => ["40001", "40P01"].includes(getSqlState(error) ?? "");

/**
 * SQLSTATEs of a database that serves nobody just now: connection lost (08), refused sign-in (28), no such database
 * (3D000), no room or memory or connections (53), a cancelled statement (57014), shutdown and start (57P), failing
 * disk (58030), only reads (25006), a transaction or session that idled too long (25P03, 57P05).
 */
const unavailableStates = /^(?:08...|28...|3D000|53...|57014|57P..|58030|25006|25P03)$/;

/** Errors of a socket. */
const socketErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);

/** Errors that mean no connection only while it is being made; ENOENT is a unix socket that is not there. */
const connectSyscalls = new Set(["connect", "getaddrinfo"]);

/** What the drivers say without a code. */
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

/** Whether the database is gone rather than at odds with the query. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  if (unavailableStates.test(getSqlState(error) ?? "")) return true;
  let isDriverError = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const isQueryError = "query" in cause;
    isDriverError ||= isQueryError || cause instanceof ConnectionError;
    // A client, a gateway and a tile server break off as well.
    if (isDriverError && isSocketError(cause)) return true;
    // The message of drizzle's own error holds what the caller has sent.
    if (!isQueryError && connectionLostMessages.test(cause.message)) return true;
  }
  return false;
}

/** Whether a connection broke or could not be made, whatever was at its other end. */
export function hasSocketError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isSocketError(cause)) return true;
  return false;
}

function isSocketError(error: Error): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return socketErrorCodes.has(String(code)) || connectSyscalls.has(String(syscall));
}
