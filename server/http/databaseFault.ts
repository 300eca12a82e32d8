import { CommitUnknown } from "../db/commitUnknown.ts";
import { ConnectionFailed } from "../db/connectionFailed.ts";

/** The SQLSTATE of a database error, which drizzle wraps; null for any other. */
export function sqlState(fault: unknown): string | null {
  for (let at = fault; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return code;
  }
  return null;
}

/** What the driver says, in one line and without data: code and message of the innermost error. */
export function databaseReason(fault: unknown): string {
  let inner = fault;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  // An address with several hosts behind it fails with one error for each.
  if (inner instanceof AggregateError) inner = inner.errors[0];
  if (!(inner instanceof Error)) return String(inner);
  const { code } = inner as { code?: unknown };
  const [message = ""] = (inner.message || inner.name).split("\n");
  return typeof code === "string" && !message.includes(code) ? `${code} ${message}` : message;
}

/** Whether the same transaction may well succeed when it is run again: serialization failure, deadlock. */
export const worthRepeating = (fault: unknown) => ["40001", "40P01"].includes(sqlState(fault) ?? "");

/**
 * SQLSTATEs of a database that serves nobody just now: connection lost (08), refused sign-in (28), no such database
 * (3D000), no room or memory or connections (53), a cancelled statement (57014), shutdown and start (57P), failing
 * disk (58030), only reads (25006), a transaction or session that idled too long (25P03, 57P05).
 */
const unavailable = /^(?:08...|28...|3D000|53...|57014|57P..|58030|25006|25P03)$/;

/** Errors of a socket. */
const broken = new Set(["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);

/** Errors that mean no connection only while it is being made; ENOENT is a unix socket that is not there. */
const connecting = new Set(["connect", "getaddrinfo"]);

/** What the drivers say without a code. */
const gone = new RegExp(
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
export function databaseGone(fault: unknown): boolean {
  if (fault instanceof CommitUnknown) return true;
  if (unavailable.test(sqlState(fault) ?? "")) return true;
  let ofDriver = false;
  for (let at = fault; at instanceof Error; at = at.cause) {
    const ofQuery = "query" in at;
    ofDriver ||= ofQuery || at instanceof ConnectionFailed;
    // A client, a gateway and a tile server break off as well.
    if (ofDriver && isOfSocket(at)) return true;
    // The message of drizzle's own error holds what the caller has sent.
    if (!ofQuery && gone.test(at.message)) return true;
  }
  return false;
}

/** Whether a connection broke or could not be made, whatever was at its other end. */
export function socketBroken(fault: unknown): boolean {
  for (let at = fault; at instanceof Error; at = at.cause) if (isOfSocket(at)) return true;
  return false;
}

function isOfSocket(fault: Error): boolean {
  const { code, syscall } = fault as { code?: unknown; syscall?: unknown };
  return broken.has(String(code)) || connecting.has(String(syscall));
}
