import { inArray, isNull } from "drizzle-orm";
import type { Db } from "./handle.ts";
import { repairs } from "./schema/repair.ts";

/** Tells in the log what migrations have repaired since the last start, and in how many rows; each once. */
export async function tellRepairs(
  { db, log }: { readonly db: Db; readonly log: { readonly warn: (row: object, line: string) => void } },
  now: Date,
): Promise<void> {
  const untold = await db.select().from(repairs).where(isNull(repairs.toldAt));
  if (untold.length === 0) return;
  for (const { what, rows } of untold) log.warn({ rows }, `repaired ${what}`);
  const ids = untold.map(({ id }) => id);
  await db.update(repairs).set({ toldAt: now }).where(inArray(repairs.id, ids));
}
