import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** Parsed request of any list; an export's has no page. */
export interface ListQuery {
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" } | undefined;
  readonly keyword?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Which of the list's dates `from` and `to` filter by, if there are several. */
  readonly dateField?: string | undefined;
  /** Of an export: keys of the columns in the file, in this order. */
  readonly columns?: readonly string[] | undefined;
}
export interface PageQuery extends ListQuery {
  readonly pageNo: number;
  readonly pageSize: number;
}

export interface Ordering {
  readonly column: PgColumn;
  readonly id: PgColumn;
  readonly order: "asc" | "desc";
}

type SortField<Q extends ListQuery> = NonNullable<Q["sort"]>["field"];
type Filters<Q> = Omit<Q, keyof PageQuery>;

/**
 * Declaration of a list: its table, sort columns and filters.
 * `Q` is the parsed request, so that an undeclared sort field or filter does not compile.
 */
export interface ListSource<T extends PgTable, Q extends ListQuery> {
  readonly table: T;
  /** What a record is called in Chinese, for refusals and the export. */
  readonly noun?: string;
  readonly id: PgColumn;
  readonly createdAt: PgColumn;
  /** Dates by the value of `dateField`; without one, `from` and `to` filter by creation. */
  readonly dates?: Readonly<Record<string, PgColumn>>;
  /** A condition of every query, such as not being deleted. */
  readonly baseCondition: SQL | undefined;
  /** Lower-cased text that keywords are searched in; it contains no unmasked phones. */
  readonly search?: PgColumn | SQL;
  /** Pinyin of the names: keywords find them by it and by its initials. */
  readonly nameOrder?: PgColumn;
  /** Set if an index has that text's characters: it finds keywords too short for one of trigrams. */
  readonly indexesCharacters?: true;
  /** Set if that text contains masked phones: a full number is also searched in masked form. */
  readonly masksPhones?: true;
  /** Phones, found by full number or last four digits. The call must declare `hasPhoneSearch`. */
  readonly phones?: readonly (PgColumn | SQL)[];
  /** The order of a query that has this filter and no sort; without one, the newest come first. */
  readonly orderOfFilter?: { readonly [K in keyof Filters<Q>]?: Omit<Ordering, "id"> };
  readonly sortable: { readonly [K in SortField<Q>]: PgColumn };
  readonly filters: {
    readonly [K in keyof Filters<Q>]-?: (value: NonNullable<Filters<Q>[K]>, now: Date) => SQL | undefined;
  };
}

/** Returns the declaration with inferred types: `defineListSource<Request>()({ table, … })`. */
export const defineListSource =
  <Q extends ListQuery>() =>
  <T extends PgTable>(source: ListSource<T, Q>): ListSource<T, Q> =>
    source;
