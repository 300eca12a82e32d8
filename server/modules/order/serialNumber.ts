import { sql } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { serialNumbers } from "../../db/schema/serialNumber.ts";
import { toShanghaiWallTime } from "../../records/shanghaiDay.ts";

/** `DD20261120000042`: prefix, day in Shanghai and a number with six digits. */
export function formatSerialNumber(prefix: string, at: Date, number: number): string {
  return `${getSerialKey(prefix, at)}${String(number).padStart(6, "0")}`;
}

/** Key of a counter: prefix and day. */
export const getSerialKey = (prefix: string, at: Date): string =>
  `${prefix}${toShanghaiWallTime(at).toISOString().slice(0, 10).replaceAll("-", "")}`;

/** Creates the next number of the day, see `incrementCounter`. */
export async function createSerialNumber(db: Db, prefix: string, now: Date): Promise<string> {
  return formatSerialNumber(prefix, now, await incrementCounter(db, getSerialKey(prefix, now)));
}

/**
 * Counts up from 1 in one statement: concurrent callers, also of other server processes, get different numbers and wait
 * until this transaction ends.
 */
export async function incrementCounter(db: Db, key: string): Promise<number> {
  const [row] = await db
    .insert(serialNumbers)
    .values({ key, last: 1 })
    .onConflictDoUpdate({ target: serialNumbers.key, set: { last: sql`${serialNumbers.last} + 1` } })
    .returning();
  if (!row) throw new Error("An upsert returns its row");
  return row.last;
}
