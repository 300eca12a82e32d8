import { describeDatabaseError } from "./databaseError.ts";
import type { Db } from "./handle.ts";
import { setAsideRows } from "./schema/setAsideRow.ts";

/** What is kept of a row, characters. A chunk of a track is a few hundred kilobytes. */
const maxRowLength = 1_000_000;

/** As JSON, which has no bytes, functions and big numbers; what has no JSON at all is only named. */
function toText(row: unknown): string {
  try {
    const text = JSON.stringify(row, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    return (text ?? String(row)).slice(0, maxRowLength);
  } catch (error) {
    return String(error);
  }
}

/**
 * Puts a row aside that the database will never take, and reports it.
 * @returns whether that is done; otherwise the row is to be tried again, so that nothing is lost
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
    return false;
  }
  onError(error, `${queue}, left out`);
  return true;
}
