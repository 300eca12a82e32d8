import { assign, fromPromise, raise, setup } from "xstate";
import { retryDelayMs, shouldKeepRows } from "./afterError.ts";
import type { BatchRequest, BatchResult } from "./batch.ts";
import { type ErrorInfo, isTransient, toErrorInfo } from "./errorInfo.ts";
import type { ListContext, ListEvent, ListPort, ListTag } from "./listPort.ts";
import { type ListPage, type ListQuery, lastPageNumber, toQueryKey } from "./listQuery.ts";

/** Loading, selection and batch actions of a list page. A newer query aborts an older one. One actor per list. */
export const listMachine = <Row extends { readonly id: string }, Page extends ListPage<Row> = ListPage<Row>>(
  port: ListPort<Row, Page>,
) =>
  setup({
    types: {} as {
      context: ListContext<Row, Page>;
      events: ListEvent<Row>;
      tags: ListTag;
    },
    actors: {
      load: fromPromise<Page, { query: ListQuery; quiet: boolean }>(({ input: { query, quiet }, signal }) =>
        port.load(query, signal, quiet),
      ),
      act: fromPromise<BatchResult, BatchRequest<Row>>(({ input, signal }) => port.runBatch(input, signal)),
    },
    actions: {
      apply: assign(({ context }, query: ListQuery) => {
        const sameFilters = toQueryKey(query.filters) === toQueryKey(context.query.filters);
        return {
          query,
          highlightedId: null,
          // Paging preserves typed filters and the selection; new filters reset both.
          draftFilters: sameFilters ? context.draftFilters : query.filters,
          selected: sameFilters ? context.selected : [],
        };
      }),
      setDraftFilters: assign(({ context }, patch: ListQuery["filters"]) => ({
        draftFilters: { ...context.draftFilters, ...patch },
      })),
      clearDraftFilters: assign({ draftFilters: {} }),
      setPageLoaded: assign(({ context }) => ({
        pageQueryKey: toQueryKey(context.query),
        error: null,
        failureCount: 0,
        // Selected rows are updated with their new versions.
        selected: context.selected.map((row) => context.page?.list.find(({ id }) => id === row.id) ?? row),
      })),
      setError: assign(({ context }, error: ErrorInfo) => ({
        error,
        failureCount: isTransient(error) ? context.failureCount + 1 : 0,
        // Rows of another query would be mistaken for this one's.
        page:
          shouldKeepRows(error) || context.pageQueryKey === toQueryKey(context.query) ? context.page : null,
      })),
      setVisible: assign((_, isVisible: boolean) => ({ isVisible })),
      highlight: assign((_, highlightedId: string) => ({ highlightedId })),
      goPage: ({ context }, pageNo: number) => port.navigate({ ...context.query, pageNo }),
      goSize: ({ context }, pageSize: number) => port.navigate({ ...context.query, pageSize, pageNo: 1 }),
      goSort: ({ context }, sort: ListQuery["sort"] | null) => {
        const { sort: _, ...rest } = context.query;
        port.navigate({ ...rest, pageNo: 1, ...(sort ? { sort } : {}) });
      },
      goSearch: ({ context }) =>
        port.navigate({ ...context.query, pageNo: 1, filters: context.draftFilters }),
      goPageBefore: ({ context }) => port.navigate({ ...context.query, pageNo: context.query.pageNo - 1 }),
      goLastPage: ({ context }, page: ListPage<unknown>) =>
        port.navigate({ ...context.query, pageNo: lastPageNumber(page.total, context.query.pageSize) }),
      select: assign(({ context }, { row, selected }: { row: Row; selected: boolean }) => {
        const others = context.selected.filter(({ id }) => id !== row.id);
        return { selected: selected ? [...others, row] : others };
      }),
      selectAll: assign((_, selected: readonly Row[]) => ({ selected })),
      unselect: assign(({ context }, removedIds: readonly string[]) => ({
        selected: context.selected.filter(({ id }) => !removedIds.includes(id)),
      })),
      setBatchRequest: assign(
        (_, { action, rows, values }: { action: string; rows: readonly Row[]; values?: unknown }) => ({
          batchRequest: { action, rows, values },
          batchResult: null,
        }),
      ),
      keepFailedRows: assign(({ context }) => ({
        batchRequest: context.batchRequest && {
          ...context.batchRequest,
          rows: context.batchRequest.rows.filter(({ id }) =>
            context.batchResult?.failed.some((failure) => failure.id === id),
          ),
        },
      })),
      setBatchResult: assign((_, batchResult: BatchResult) => ({ batchResult })),
      setAllFailed: assign(({ context }, { message }: ErrorInfo) => ({
        batchResult: {
          succeeded: [],
          failed: (context.batchRequest?.rows ?? []).map(({ id }) => ({ id, reason: message })),
        },
      })),
      clearBatch: assign({ batchRequest: null, batchResult: null }),
      reload: raise({ type: "refresh" }),
    },
    guards: {
      sameQuery: ({ context }, query: ListQuery) => toQueryKey(query) === toQueryKey(context.query),
      isTransient: (_, error: ErrorInfo) => isTransient(error),
      isVisible: ({ context }) => context.isVisible,
      isHidden: ({ context }) => !context.isVisible,
      hasPage: ({ context }) => context.page !== null,
      beyondEnd: ({ context }, page: ListPage<unknown>) =>
        page.list.length === 0 && context.query.pageNo > lastPageNumber(page.total, context.query.pageSize),
      hasRows: (_, page: ListPage<unknown>) => page.list.length > 0,
      nothingTyped: ({ context }) =>
        context.query.pageNo === 1 && toQueryKey(context.draftFilters) === toQueryKey(context.query.filters),
      /** The row is the only one on a page after the first. */
      emptiesPage: ({ context }, id: string) =>
        context.query.pageNo > 1 &&
        context.pageQueryKey === toQueryKey(context.query) &&
        context.page?.list.length === 1 &&
        context.page.list[0]?.id === id,
      someRows: (_, rows: readonly Row[]) => rows.length > 0,
      someFailed: ({ context }) => (context.batchResult?.failed.length ?? 0) > 0,
    },
    delays: {
      retryLater: ({ context: { failureCount, error } }) => port.jitter(retryDelayMs(failureCount, error)),
    },
  }).createMachine({
    id: "list",
    context: () => {
      const query = port.initialQuery();
      return {
        query,
        draftFilters: query.filters,
        page: null,
        pageQueryKey: "",
        error: null,
        isVisible: false,
        failureCount: 0,
        selected: [],
        highlightedId: null,
        batchRequest: null,
        batchResult: null,
      };
    },
    type: "parallel",
    on: {
      "condition.type": { actions: { type: "setDraftFilters", params: ({ event }) => event.patch } },
      "page.change": { actions: { type: "goPage", params: ({ event }) => event.pageNo } },
      "size.change": { actions: { type: "goSize", params: ({ event }) => event.pageSize } },
      "sort.change": { actions: { type: "goSort", params: ({ event }) => event.sort ?? null } },
      "search.submit": [{ guard: "nothingTyped", actions: "reload" }, { actions: "goSearch" }],
      "search.reset": { actions: ["clearDraftFilters", raise({ type: "search.submit" })] },
      "row.select": {
        actions: { type: "select", params: ({ event: { row, selected } }) => ({ row, selected }) },
      },
      "rows.select": { actions: { type: "selectAll", params: ({ event }) => event.rows } },
      "selection.clear": { actions: { type: "selectAll", params: [] } },
      "page.show": { actions: { type: "setVisible", params: true } },
      "page.hide": { actions: { type: "setVisible", params: false } },
      "row.saved": { actions: [{ type: "highlight", params: ({ event }) => event.id }, "reload"] },
      "row.removed": [
        {
          guard: { type: "emptiesPage", params: ({ event }) => event.id },
          actions: [{ type: "unselect", params: ({ event }) => [event.id] }, "goPageBefore"],
        },
        { actions: [{ type: "unselect", params: ({ event }) => [event.id] }, "reload"] },
      ],
    },
    states: {
      data: {
        initial: "fetching",
        on: {
          "url.change": [
            { guard: { type: "sameQuery", params: ({ event }) => event.query } },
            {
              guard: "hasPage",
              target: ".fetching.reloading",
              actions: { type: "apply", params: ({ event }) => event.query },
            },
            {
              target: ".fetching.loading",
              actions: { type: "apply", params: ({ event }) => event.query },
            },
          ],
          refresh: [{ guard: "hasPage", target: ".fetching.reloading" }, { target: ".fetching.loading" }],
        },
        states: {
          fetching: {
            tags: "busy",
            initial: "loading",
            invoke: {
              id: "load",
              src: "load",
              input: ({ context: { query, failureCount }, event }) => ({
                query,
                quiet: failureCount > 0 || event.type === "reread",
              }),
              onDone: [
                {
                  guard: { type: "beyondEnd", params: ({ event }) => event.output },
                  target: "redirectingToLastPage",
                  actions: { type: "goLastPage", params: ({ event }) => event.output },
                },
                {
                  guard: { type: "hasRows", params: ({ event }) => event.output },
                  target: "ready",
                  actions: [assign({ page: ({ event }) => event.output }), "setPageLoaded"],
                },
                {
                  target: "empty",
                  actions: [assign({ page: ({ event }) => event.output }), "setPageLoaded"],
                },
              ],
              onError: [
                {
                  guard: { type: "isTransient", params: ({ event }) => toErrorInfo(event.error) },
                  target: "away",
                  actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
                },
                {
                  target: "failed",
                  actions: { type: "setError", params: ({ event }) => toErrorInfo(event.error) },
                },
              ],
            },
            states: {
              loading: { tags: "loading" },
              reloading: { tags: "reloading" },
              /** The rows stay as they are until the new ones come. */
              rereading: {},
              /** Automatic retry: the old rows and the error message stay on screen. */
              retrying: { tags: "retrying", on: { retry: { actions: "reload" } } },
            },
          },
          redirectingToLastPage: { tags: ["busy", "loading"] },
          ready: { tags: "ready", on: { reread: "fetching.rereading" } },
          empty: { tags: "empty", on: { reread: "fetching.rereading" } },
          failed: { tags: "failed", on: { retry: { actions: "reload" } } },
          /** The server or its database is unavailable: retries until it is back, while the page is visible. */
          away: {
            tags: ["failed", "away"],
            on: { retry: { actions: "reload" } },
            initial: "waiting",
            states: {
              waiting: {
                always: { guard: "isHidden", target: "unseen" },
                after: { retryLater: "#list.data.fetching.retrying" },
              },
              unseen: { always: { guard: "isVisible", target: "#list.data.fetching.retrying" } },
            },
          },
        },
      },
      batch: {
        initial: "idle",
        states: {
          idle: {
            on: {
              "act.submit": {
                guard: { type: "someRows", params: ({ event }) => event.rows },
                target: "acting",
                actions: {
                  type: "setBatchRequest",
                  params: ({ event: { action, rows, values } }) => ({ action, rows, values }),
                },
              },
            },
          },
          acting: {
            tags: "acting",
            invoke: {
              id: "act",
              src: "act",
              input: ({ context }) => context.batchRequest ?? { action: "", rows: [], values: null },
              onDone: {
                target: "receipt",
                actions: [
                  { type: "setBatchResult", params: ({ event }) => event.output },
                  { type: "unselect", params: ({ event }) => event.output.succeeded },
                  "reload",
                ],
              },
              onError: {
                target: "receipt",
                actions: [
                  { type: "setAllFailed", params: ({ event }) => toErrorInfo(event.error) },
                  "reload",
                ],
              },
            },
          },
          receipt: {
            tags: "receipt",
            on: {
              "act.retry": { guard: "someFailed", target: "acting", actions: "keepFailedRows" },
              "receipt.close": { target: "idle", actions: "clearBatch" },
            },
          },
        },
      },
    },
  });
