import { eq, getTableColumns, inArray, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { commonFilters, getNoun } from "../../adapters/contract/page.ts";
import type { ListQuery, ListSource } from "./listSource.ts";

type ListEndpoint = Endpoint & { readonly body: z.ZodMiniObject };
type RecordTable = PgTable & { readonly id: PgColumn; readonly createdAt: PgColumn };
/** The request of a list or of its export. */
type QueryOf<E extends ListEndpoint> = Omit<z.output<E["body"]>, "pageNo" | "pageSize"> & ListQuery;

/** Names of filters that compare with the column of the same name. */
type EqualFilters<R, F> = {
  [K in keyof F & keyof R]: NonNullable<F[K]> extends R[K] | readonly R[K][] ? K : never;
}[keyof F & keyof R];
type Rest<M, Known> = Partial<M> & Omit<M, Known & keyof M>;
type OptionalIfEmpty<K extends string, M> =
  Record<never, never> extends M ? { readonly [P in K]?: M } : { readonly [P in K]: M };

type Options<T extends PgTable, Q extends ListQuery> = Partial<
  Omit<ListSource<T, Q>, "table" | "id" | "sortable" | "filters">
> &
  OptionalIfEmpty<"sortable", Rest<ListSource<T, Q>["sortable"], keyof T["$inferSelect"]>> &
  OptionalIfEmpty<"filters", Rest<ListSource<T, Q>["filters"], EqualFilters<T["$inferSelect"], Q>>>;

/**
 * Defines the source of a list call. A sort field uses the column of its name, or its sort key (`nameOrder`); a filter
 * compares with the column of its name. One without such a column does not compile unless an option defines it.
 */
export function defineRecordSource<const E extends ListEndpoint, T extends RecordTable>(
  call: E,
  table: T,
  ...[options]: Record<never, never> extends Options<T, QueryOf<E>>
    ? [Options<T, QueryOf<E>>?]
    : [Options<T, QueryOf<E>>]
): ListSource<T, QueryOf<E>> {
  const { body } = call;
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table as PgTable);
  const { deletedAt, search } = columns;
  const source = {
    table,
    noun: getNoun(call),
    id: table.id,
    createdAt: table.createdAt,
    baseCondition: deletedAt && isNull(deletedAt),
    ...(search ? { search } : {}),
    ...options,
    sortable: {
      ...collect(getSortFields(body), (field) => columns[`${field}Order`] ?? columns[field]),
      ...options?.sortable,
    },
    filters: {
      ...collect(getFilterNames(body), (name) => toFilter(columns[name])),
      ...options?.filters,
    },
  };
  // Cast: the parameters' types guarantee the entries, which a loop over names loses.
  return source as unknown as ListSource<T, QueryOf<E>>;
}

/** The names with what `find` returns for them, without those that it returns nothing for. */
const collect = <V>(names: readonly string[], find: (name: string) => V | undefined): Record<string, V> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = find(name);
      return found === undefined ? [] : [[name, found]];
    }),
  );

const toFilter = (column: PgColumn | undefined) =>
  column && ((value: unknown): SQL => (Array.isArray(value) ? inArray(column, value) : eq(column, value)));

function getSortFields({ shape: { sort } }: z.ZodMiniObject): readonly string[] {
  const order = sort instanceof z.ZodMiniOptional ? sort.def.innerType : undefined;
  const field = order instanceof z.ZodMiniObject ? order.shape["field"] : undefined;
  if (!(field instanceof z.ZodMiniEnum)) throw new Error("The list call has no sort fields");
  return field.options.map(String);
}

const pageFields = ["pageNo", "pageSize", "sort", ...Object.keys(commonFilters)];
const getFilterNames = ({ shape }: z.ZodMiniObject): readonly string[] =>
  Object.keys(shape).filter((name) => !pageFields.includes(name));
