import { and, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";
import { buildConditions } from "./buildConditions.ts";
import type { ListQuery, ListSource } from "./listSource.ts";
import { afterCondition, getOrdering, orderBy } from "./ordering.ts";

/** The records an export holds: the list's, without what is created while it runs. */
export const exportConditions = <T extends PgTable, Q extends ListQuery>(
  source: ListSource<T, Q>,
  query: Q,
  now: Date,
) => and(buildConditions(source, query, now), lte(source.createdAt, now));

/**
 * The named fields of the whole list, page by page after the last row read, so that the database's one session is
 * never held for long. A page comes as one JSON text: of 5,000 rows the embedded database's protocol, which knows
 * values one by one, takes five times as long as the query and its JSON together.
 */
export async function* keysetPages<T extends PgTable, Q extends ListQuery, K extends keyof T["$inferSelect"]>(
  { db, now }: { readonly db: Db; readonly now: Date },
  source: ListSource<T, Q>,
  query: Q,
  reads: readonly K[],
  pageSize = 2000,
): AsyncGenerator<Pick<T["$inferSelect"], K>[]> {
  const where = exportConditions(source, query, now);
  const ordering = getOrdering(source, query);
  const fieldNames: readonly PropertyKey[] = reads;
  const fields = Object.entries(getTableColumns(source.table)).filter(([name]) => fieldNames.includes(name));
  const record = createRecordMapper<Pick<T["$inferSelect"], K>>(fields);
  const columns = [...fields.map(([, column]) => column), ordering.column, ordering.id];
  const read = async (last?: Cursor): Promise<unknown[][]> => {
    const rows = db
      .select({ row: sql`json_build_array(${sql.join(columns.map(toJsonColumn), sql`, `)})`.as("row") })
      .from(source.table as PgTable)
      .where(and(where, last && afterCondition(ordering, last.value, last.id)))
      .orderBy(...orderBy(ordering))
      .limit(pageSize)
      .as("page");
    const [{ text = "[]" } = {}] = await db
      .select({ text: sql<string>`coalesce(json_agg(${rows.row}), '[]')::text` })
      .from(rows);
    return JSON.parse(text) as unknown[][];
  };
  let nextPage = read();
  for (;;) {
    const rows = await nextPage;
    const last = rows.length === pageSize ? rows.at(-1) : undefined;
    if (last) {
      // The database reads on while this page is written; a reader who stops early leaves the next one unawaited.
      nextPage = read({ value: decodeValue(ordering.column, last.at(-2)), id: String(last.at(-1)) });
      nextPage.catch(() => undefined);
    }
    if (rows.length > 0) yield rows.map(record);
    if (!last) return;
  }
}

interface Cursor {
  readonly value: unknown;
  readonly id: string;
}

/** JSON has only doubles: whole and decimal numbers that may need more digits come as text. */
const toJsonColumn = (column: PgColumn): SQL =>
  /^(bigint|int8|numeric)/.test(column.getSQLType()) ? sql`${column}::text` : sql`${column}`;

const decodeValue = (column: PgColumn, value: unknown): unknown =>
  value === null ? null : column.mapFromDriverValue(value);

/** Makes records of rows; run for every row of an export, so it looks up nothing that is the same for all. */
function createRecordMapper<R>(
  fields: readonly (readonly [string, PgColumn])[],
): (row: readonly unknown[]) => R {
  return (row) => {
    const record: Record<string, unknown> = {};
    for (let at = 0; at < fields.length; at++) {
      // Seam: the loop ends before the fields do.
      const [name, column] = fields[at] as (typeof fields)[number];
      record[name] = decodeValue(column, row[at]);
    }
    // Seam: the fields were chosen by name, which drizzle's types cannot follow.
    return record as R;
  };
}
