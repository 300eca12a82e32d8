import type { BatchRequest, BatchResult } from "./batch.ts";
import type { ErrorInfo } from "./errorInfo.ts";
import type { ListPage, ListQuery } from "./listQuery.ts";

/** What a list needs from outside. The functions without a promise must not throw. */
export interface ListPort<Row, Page extends ListPage<Row> = ListPage<Row>> {
  /** The URL's query now. */
  readonly initialQuery: () => ListQuery;
  /** Writes the URL; the change comes back as `url.change`. */
  readonly navigate: (query: ListQuery) => void;
  /** `quiet`: it was said before that the server is away, and still stands where the rows do. */
  readonly load: (query: ListQuery, signal: AbortSignal, quiet: boolean) => Promise<Page>;
  /** Lengthens a wait, each time otherwise, so that many consoles do not retry at the same moment. */
  readonly jitter: (ms: number) => number;
  /** Resolves with a receipt even where every row failed. */
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
  /** Somebody can see the list, or nobody can. */
  | { type: "page.show" }
  | { type: "page.hide" }
  | { type: "row.select"; row: Row; selected: boolean }
  /** The whole selection anew, rows of other pages included. */
  | { type: "rows.select"; rows: readonly Row[] }
  | { type: "selection.clear" }
  | { type: "act.submit"; action: string; rows: readonly Row[]; values?: unknown }
  | { type: "act.retry" }
  | { type: "receipt.close" }
  | { type: "row.saved"; id: string }
  | { type: "row.removed"; id: string };

export interface ListContext<Row, Page> {
  /** The applied query, as the URL says it. */
  readonly query: ListQuery;
  /** The conditions as typed; they apply with `search.submit`. */
  readonly draftFilters: ListQuery["filters"];
  readonly page: Page | null;
  /** `toQueryKey` of the query that `page` answers. */
  readonly pageQueryKey: string;
  readonly error: ErrorInfo | null;
  readonly isVisible: boolean;
  /** How many loads in a row have found the server away. */
  readonly failureCount: number;
  readonly selected: readonly Row[];
  /** The row just saved, to be lit. */
  readonly highlightedId: string | null;
  readonly batchRequest: BatchRequest<Row> | null;
  readonly batchResult: BatchResult | null;
}

/** What a list's states show; several hold at once. */
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
