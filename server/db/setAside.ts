import { describeDatabaseError, isPassing } from "../http/databaseError.ts";
import type { Db } from "./handle.ts";
import { setAsideRows } from "./schema/setAsideRow.ts";

/** What is kept of a row, characters. A chunk of a track is a few hundred kilobytes. */
const maxRowLength = 1_000_000;

/** As JSON, which has no bytes, functions and big numbers. */
const toText = (row: unknown): string =>
  (
    JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? ""
  ).slice(0, maxRowLength);

/**
 * Puts a row aside that the database will never take, and reports it.
 * @returns whether that is done; false where the database is away, so that the row is to be tried again
 */
export async function setAside(
  { db, onError }: { readonly db: Db; readonly onError: (error: unknown, call: string) => void },
  queue: string,
  row: unknown,
  error: unknown,
): Promise<boolean> {
  try {
    await db.insert(setAsideRows).values({ queue, reason: describeDatabaseError(error), row: toText(row) });
  } catch (failure) {
    onError(failure, `${queue}, put aside`);
    if (isPassing(failure)) return false;
  }
  onError(error, `${queue}, left out`);
  return true;
}
