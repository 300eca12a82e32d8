import { count, inArray } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Page } from "../../adapters/contract/page.ts";
import type { Db } from "../db/handle.ts";
import { buildConditions } from "./buildConditions.ts";
import type { ListSource, PageQuery } from "./listSource.ts";
import { getOrdering, orderBy } from "./ordering.ts";

/** Reads one page of a list. Beyond the end it is empty but still has the total. */
export async function queryPage<T extends PgTable, Q extends PageQuery, R>(
  { db, now }: { readonly db: Db; readonly now: Date },
  source: ListSource<T, Q>,
  query: Q,
  toRow: (record: T["$inferSelect"]) => R,
): Promise<Page<R> & { list: R[] }> {
  const where = buildConditions(source, query, now);
  // Cast: drizzle cannot follow a generic table to the type of its records.
  const table = source.table as PgTable;
  const [{ total = 0 } = {}] = await db.select({ total: count() }).from(table).where(where);
  return queryCountedPage({ db, now }, source, query, toRow, total);
}

/** Like `queryPage`, with a known total. */
export async function queryCountedPage<T extends PgTable, Q extends PageQuery, R>(
  { db, now }: { readonly db: Db; readonly now: Date },
  source: ListSource<T, Q>,
  query: Q,
  toRow: (record: T["$inferSelect"]) => R,
  total: number,
): Promise<Page<R> & { list: R[] }> {
  const { pageNo, pageSize } = query;
  const offset = (pageNo - 1) * pageSize;
  if (offset >= total) return { list: [], total, pageNo, pageSize };
  const table = source.table as PgTable;
  const order = orderBy(getOrdering(source, query));
  // An index-only scan finds the ids, so that the rows before a late page are not read.
  const ids = db
    .select({ id: source.id })
    .from(table)
    .where(buildConditions(source, query, now))
    .orderBy(...order)
    .limit(pageSize)
    .offset(offset);
  const records = (await db
    .select()
    .from(table)
    .where(inArray(source.id, ids))
    .orderBy(...order)) as T["$inferSelect"][];
  return { list: records.map(toRow), total, pageNo, pageSize };
}
