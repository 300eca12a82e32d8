import type { SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/** What every list's request holds, parsed; the page is absent in an export's. */
export interface ListQuery {
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" } | undefined;
  readonly keyword?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  /** Which of the list's dates `from` and `to` are about, where it has more than one. */
  readonly dateField?: string | undefined;
}
export interface PageQuery extends ListQuery {
  readonly pageNo: number;
  readonly pageSize: number;
}

type SortField<Q extends ListQuery> = NonNullable<Q["sort"]>["field"];
type Filters<Q> = Omit<Q, keyof PageQuery>;

/**
 * One list, declared: its table, what it may be sorted by, what each filter of its request means.
 * `Q` is the request as its contract parses it, so that a sort field or filter without a meaning does not compile.
 */
export interface ListSource<T extends PgTable, Q extends ListQuery> {
  readonly table: T;
  readonly id: PgColumn;
  readonly createdAt: PgColumn;
  /** The dates by the names that `dateField` calls them; without one `from` and `to` are about creation. */
  readonly dates?: Readonly<Record<string, PgColumn>>;
  /** What always holds, such as not being deleted. */
  readonly baseCondition: SQL | undefined;
  /** Lower-cased text that the keyword is looked for in; it holds no phones. */
  readonly search?: PgColumn | SQL;
  /** Set where that text holds phones masked: a whole number is looked for as it is masked. */
  readonly masksPhones?: true;
  /** Phones, which a keyword finds whole or by their last four digits; the call is declared with `hasPhoneSearch`. */
  readonly phones?: readonly (PgColumn | SQL)[];
  readonly sortable: { readonly [K in SortField<Q>]: PgColumn };
  readonly filters: {
    readonly [K in keyof Filters<Q>]-?: (value: NonNullable<Filters<Q>[K]>, now: Date) => SQL | undefined;
  };
}

/** Gives the declaration back, with its types found: `listSource<Request>()({ table, … })`. */
export const defineListSource =
  <Q extends ListQuery>() =>
  <T extends PgTable>(source: ListSource<T, Q>): ListSource<T, Q> =>
    source;
