/** Observed values of a list. Rows are `id` and version (`a1`), queries `page/size/keyword/sort`. */
export interface ListObserved {
  readonly [part: string]: unknown;
  readonly pageNo: number;
  readonly pageSize: number;
  /** The applied keyword. */
  readonly keyword: string;
  readonly sort: string;
  readonly typed: string;
  readonly rows: readonly string[] | null;
  readonly total: number | null;
  /** The query that the rows belong to. */
  readonly rowsOf: string;
  readonly error: string | null;
  readonly shown: boolean;
  /** Consecutive loads with the server unavailable. */
  readonly failures: number;
  readonly selected: readonly string[];
  readonly lit: string | null;
  readonly order: readonly string[] | null;
  readonly succeeded: readonly string[] | null;
  readonly failed: readonly string[] | null;
}

export const formatQuery = ({ pageNo, pageSize, keyword, sort }: ListObserved) =>
  `${pageNo}/${pageSize}/${keyword}/${sort}`;
export const id = (row: string) => row.slice(0, 1);
/** After the first toast about an unavailable server, further loads are quiet. */
export const loadEffects = (seen: ListObserved) => [
  `POST list ${formatQuery(seen)}${seen.failures > 0 ? " quietly" : ""}`,
];
export const reloadEffects = (seen: ListObserved) => ["aborts load", ...loadEffects(seen)];
export const loadingState = ({ rows }: ListObserved) =>
  rows === null ? "fetching.loading" : "fetching.reloading";
export const goEffects = (patch: Partial<ListObserved>) => (seen: ListObserved) => [
  `goes to ${formatQuery({ ...seen, ...patch } as ListObserved)}`,
];
/** Applies a query from the URL: new filters reset typed filters and the selection, paging does not. */
export const applyQuery = (patch: Partial<ListObserved>) => (seen: ListObserved) => ({
  ...patch,
  lit: null,
  ...(patch.keyword !== undefined && patch.keyword !== seen.keyword
    ? { typed: patch.keyword, selected: [] }
    : {}),
});
export const changesQuery = (patch: Partial<ListObserved>) => (seen: ListObserved) =>
  formatQuery({ ...seen, ...patch } as ListObserved) !== formatQuery(seen);
export const showRows = (rows: readonly string[], total: number) => (seen: ListObserved) => ({
  rows,
  total,
  rowsOf: formatQuery(seen),
  error: null,
  failures: 0,
  selected: seen.selected.map((row) => rows.find((item) => id(item) === id(row)) ?? row),
});
export const selectRow = (row: string) => (seen: ListObserved) => ({
  selected: [...seen.selected.filter((item) => id(item) !== id(row)), row],
});
export const unselectRow = (row: string) => (seen: ListObserved) => ({
  selected: seen.selected.filter((item) => id(item) !== row),
});

/** On the first page with the typed filters applied; on the first page without filters. */
export const isSameQuery = ({ pageNo, typed, keyword }: ListObserved) => pageNo === 1 && typed === keyword;
export const isUnfiltered = ({ pageNo, keyword }: ListObserved) => pageNo === 1 && keyword === "";

const highlightAfter = (label: string) => (label === "row a is saved" ? { lit: "a" } : {});
/** Rows that a finished batch removes from the selection, in the same step that reloads the list. */
const unselectedAfter: Readonly<Record<string, readonly string[]>> = {
  "act answers": ["a", "b"],
  "act answers in part": ["a"],
};
export const applyReload = (label: string) => (seen: ListObserved) => ({
  ...highlightAfter(label),
  selected: seen.selected.filter((row) => !(unselectedAfter[label] ?? []).includes(id(row))),
});
