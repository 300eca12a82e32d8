import { and, asc, desc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ListQuery, ListSource, Ordering } from "./listSource.ts";

/** The requested order, or else the list's, by default newest first. Ties are ordered by id, so that no page repeats a row. */
export function getOrdering<T extends PgTable, Q extends ListQuery>(
  source: ListSource<T, Q>,
  query: Q,
): Ordering {
  const { sort } = query;
  if (!sort) {
    const values = new Map<string, unknown>(Object.entries(query));
    const orders = Object.entries<Omit<Ordering, "id"> | undefined>({ ...source.orderOfFilter });
    const [, ownOrder] = orders.find(([name]) => values.get(name)) ?? [];
    return { column: source.createdAt, order: "desc", ...ownOrder, id: source.id };
  }
  const column = source.sortable[sort.field as keyof typeof source.sortable];
  return { column, id: source.id, order: sort.order };
}

/** Nulls come last in both directions. Only for nullable columns: `nulls last` prevents backward index scans. */
export function orderBy({ column, id, order }: Ordering): SQL[] {
  const direction = order === "asc" ? asc : desc;
  return [column.notNull ? direction(column) : sql`${direction(column)} nulls last`, direction(id)];
}

/** Condition of the records after the one with this value and id. */
export function buildAfterCondition(
  { column, id, order }: Ordering,
  value: unknown,
  lastId: string,
): SQL | undefined {
  const compare = order === "asc" ? gt : lt;
  if (value === null) return and(isNull(column), compare(id, lastId));
  if (column === id) return compare(id, lastId);
  if (column.notNull) {
    const last = sql`(${sql.param(value, column)}, ${sql.param(lastId, id)})`;
    return order === "asc" ? sql`(${column}, ${id}) > ${last}` : sql`(${column}, ${id}) < ${last}`;
  }
  return or(compare(column, value), and(eq(column, value), compare(id, lastId)), isNull(column));
}
