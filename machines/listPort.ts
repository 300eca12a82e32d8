import type { BatchRequest, BatchResult } from "./batch.ts";
import type { ErrorInfo } from "./errorInfo.ts";
import type { ListPage, ListQuery } from "./listQuery.ts";

/** Port of a list. Functions without a promise must not throw. */
export interface ListPort<Row, Page extends ListPage<Row> = ListPage<Row>> {
  /** The query in the current URL. */
  readonly initialQuery: () => ListQuery;
  /** Writes the URL; the machine then receives `url.change`. */
  readonly navigate: (query: ListQuery) => void;
  /** `quiet`: no toast, as the list already shows that the server is unavailable. */
  readonly load: (query: ListQuery, signal: AbortSignal, quiet: boolean) => Promise<Page>;
  /** Adds a random amount to a delay, so that many consoles do not retry at the same moment. */
  readonly jitter: (ms: number) => number;
  /** Resolves even if every row failed. */
  readonly runBatch: (request: BatchRequest<Row>, signal: AbortSignal) => Promise<BatchResult>;
}

export type ListEvent<Row> =
  | { type: "url.change"; query: ListQuery }
  | { type: "condition.type"; patch: Readonly<Record<string, unknown>> }
  | { type: "search.submit" }
  | { type: "search.reset" }
  | { type: "page.change"; pageNo: number }
  | { type: "size.change"; pageSize: number }
  | { type: "sort.change"; sort: ListQuery["sort"] | null }
  | { type: "refresh" }
  | { type: "retry" }
  /** The records have changed and nobody works with the rows. */
  | { type: "reread" }
  /** The page becomes visible or hidden. */
  | { type: "page.show" }
  | { type: "page.hide" }
  | { type: "row.select"; row: Row; selected: boolean }
  /** Replaces the whole selection, including rows of other pages. */
  | { type: "rows.select"; rows: readonly Row[] }
  | { type: "selection.clear" }
  | { type: "act.submit"; action: string; rows: readonly Row[]; values?: unknown }
  | { type: "act.retry" }
  | { type: "receipt.close" }
  | { type: "row.saved"; id: string }
  | { type: "row.removed"; id: string };

export interface ListContext<Row, Page> {
  /** The applied query, from the URL. */
  readonly query: ListQuery;
  /** Filters as typed; `search.submit` applies them. */
  readonly draftFilters: ListQuery["filters"];
  readonly page: Page | null;
  /** `toQueryKey` of the query that `page` belongs to. */
  readonly pageQueryKey: string;
  readonly error: ErrorInfo | null;
  readonly isVisible: boolean;
  /** Consecutive loads that failed because the server was unavailable. */
  readonly failureCount: number;
  readonly selected: readonly Row[];
  /** Id of the row just saved, which is highlighted. */
  readonly highlightedId: string | null;
  readonly batchRequest: BatchRequest<Row> | null;
  readonly batchResult: BatchResult | null;
}

/** State tags for the screen; several can be active at once. */
export type ListTag =
  | "loading"
  | "reloading"
  | "retrying"
  | "busy"
  | "ready"
  | "empty"
  | "failed"
  | "away"
  | "acting"
  | "receipt";
