/** The SQLSTATE of a database error, which drizzle wraps; null for any other. */
export function sqlState(fault: unknown): string | null {
  for (let at = fault; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return null;
}

/** Whether the same transaction may well succeed when it is run again: serialization failure, deadlock. */
export const worthRepeating = (fault: unknown) => ["40001", "40P01"].includes(sqlState(fault) ?? "");

const unreachable = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE", "ETIMEDOUT"]);

/** What the drivers say without a code; the second is a pool that gets no connection in time. */
const gone =
  /Connection terminated|exceeded when trying to connect|pool after calling end|embedded database has stopped/;

/** Whether the database is gone rather than at odds with the query. */
export function databaseGone(fault: unknown): boolean {
  const state = sqlState(fault);
  if (state && (state.startsWith("08") || state.startsWith("57P") || state.startsWith("53"))) return true;
  for (let at = fault; at instanceof Error; at = at.cause) {
    if (unreachable.has(String((at as { code?: unknown }).code))) return true;
    if (gone.test(at.message)) return true;
  }
  return false;
}
