import { and, getTableColumns, lte } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";
import { conditions } from "./conditions.ts";
import type { ListQuery, ListSource } from "./listSource.ts";
import { after, orderBy, orderingOf } from "./ordering.ts";

/** The records an export holds: the list's, without what is created while it runs. */
export const exportedConditions = <T extends PgTable, Q extends ListQuery>(
  source: ListSource<T, Q>,
  query: Q,
  now: Date,
) => and(conditions(source, query, now), lte(source.createdAt, now));

/**
 * The named fields of the whole list, page by page after the last row read, so that the database's one session is
 * never held for long. Reading only what is needed matters: each value costs about as much as it does to write it.
 */
export async function* keysetPages<T extends PgTable, Q extends ListQuery, K extends keyof T["$inferSelect"]>(
  { db, now }: { readonly db: Db; readonly now: Date },
  source: ListSource<T, Q>,
  query: Q,
  reads: readonly K[],
  pageSize = 5000,
): AsyncGenerator<Pick<T["$inferSelect"], K>[]> {
  const where = exportedConditions(source, query, now);
  const ordering = orderingOf(source, query);
  const wanted: readonly PropertyKey[] = reads;
  const fields = Object.fromEntries(
    Object.entries(getTableColumns(source.table)).filter(([name]) => wanted.includes(name)),
  );
  const selected = { ...fields, "last value": ordering.column, "last id": ordering.id };
  const read = async (last?: Readonly<Record<string, unknown>>) =>
    db
      .select(selected)
      .from(source.table as PgTable)
      .where(and(where, last && after(ordering, last["last value"], String(last["last id"]))))
      .orderBy(...orderBy(ordering))
      .limit(pageSize);
  let reading = read();
  for (;;) {
    const records = await reading;
    const last = records.length === pageSize ? records.at(-1) : undefined;
    if (last) {
      // The database reads on while this page is written; a reader who stops early leaves the next one unawaited.
      reading = read(last);
      reading.catch(() => undefined);
    }
    // Seam: the fields were chosen by name, which drizzle's types cannot follow.
    if (records.length > 0) yield records as unknown as Pick<T["$inferSelect"], K>[];
    if (!last) return;
  }
}
