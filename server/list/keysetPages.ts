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

/** The whole list, page by page after the last row read, so that the database's one session is never held for long. */
export async function* keysetPages<T extends PgTable, Q extends ListQuery>(
  { db, now }: { readonly db: Db; readonly now: Date },
  source: ListSource<T, Q>,
  query: Q,
  pageSize = 5000,
): AsyncGenerator<T["$inferSelect"][]> {
  const where = exportedConditions(source, query, now);
  const ordering = orderingOf(source, query);
  const columns = Object.entries(getTableColumns(source.table));
  const nameOf = (wanted: unknown) => columns.find(([, column]) => column === wanted)?.[0] ?? "";
  const [sortName, idName] = [nameOf(ordering.column), nameOf(ordering.id)];
  let last: Record<string, unknown> | undefined;
  do {
    const rest = last ? after(ordering, last[sortName], String(last[idName])) : undefined;
    const records = await db
      .select()
      .from(source.table as PgTable)
      .where(and(where, rest))
      .orderBy(...orderBy(ordering))
      .limit(pageSize);
    if (records.length > 0) yield records as T["$inferSelect"][];
    last = records.length === pageSize ? records.at(-1) : undefined;
  } while (last);
}
