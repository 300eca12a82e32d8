import { defineExpectation } from "../createReference.ts";
import {
  applyQuery,
  applyReload,
  changesQuery,
  formatQuery,
  goEffects,
  id,
  isSameQuery,
  isUnfiltered,
  type ListObserved,
  loadEffects,
  loadingState,
  reloadEffects,
  selectRow,
  showRows,
  unselectRow,
} from "./listObserved.ts";

const fetchingStates = ["fetching.loading", "fetching.reloading", "fetching.retrying", "fetching.rereading"];
/** Delay after n consecutive failures; 10 s after that. */
const retryDelaysMs = [5_000];

const urls: readonly [string, Partial<ListObserved>][] = [
  ["url: page 2", { pageNo: 2 }],
  ["url: page 1", { pageNo: 1 }],
  ["url: page 1, keyword x", { pageNo: 1, keyword: "x" }],
  ["url: page 1, no keyword", { pageNo: 1, keyword: "" }],
];

const reloadTriggers = ["refresh", "row a is saved", "act answers", "act answers in part", "act fails"];

/** Every list page. R-287. */
export const listExpectation = defineExpectation<ListObserved>({
  seen: () => ({
    pageNo: 1,
    pageSize: 2,
    keyword: "",
    sort: "",
    typed: "",
    rows: null,
    total: null,
    rowsQuery: "",
    error: null,
    shown: false,
    failures: 0,
    selected: [],
    lit: null,
    order: null,
    succeeded: null,
    failed: null,
  }),
  start: ["POST list 1/2//"],
  regions: {
    data: {
      initial: "fetching.loading",
      states: {
        "fetching.loading": ["busy", "loading"],
        "fetching.reloading": ["busy", "reloading"],
        "fetching.retrying": ["busy", "retrying"],
        "fetching.rereading": ["busy"],
        redirectingToLastPage: ["busy", "loading"],
        ready: ["ready"],
        empty: ["empty"],
        failed: ["failed"],
        "away.waiting": ["away", "failed"],
        "away.unseen": ["away", "failed"],
      },
      timers: {
        "away.waiting": {
          ms: ({ failures, error }) =>
            error === "unavailable 数据库繁忙" ? 90_000 : (retryDelaysMs[failures - 1] ?? 10_000),
        },
      },
      rules: [
        {
          from: ["ready", "empty"],
          on: "reread",
          to: "fetching.rereading",
          does: (seen) => [`POST list ${formatQuery(seen)} quietly`],
          row: "a list reads its rows again where nobody works with them",
        },
        // A newer query aborts the running call.
        ...urls.flatMap(([on, patch]) => [
          {
            from: fetchingStates,
            on,
            if: changesQuery(patch),
            to: loadingState,
            sets: applyQuery(patch),
            does: reloadEffects,
            row: "newest query wins",
          },
          {
            on,
            if: changesQuery(patch),
            to: loadingState,
            sets: applyQuery(patch),
            does: loadEffects,
            row: "query in the URL",
          },
        ]),
        ...reloadTriggers.flatMap((on) => [
          { from: fetchingStates, on, to: loadingState, sets: applyReload(on), does: reloadEffects },
          { on, to: loadingState, sets: applyReload(on), does: loadEffects },
        ]),
        {
          from: ["failed", "away.waiting", "away.unseen"],
          on: "retry",
          to: loadingState,
          does: loadEffects,
          row: "重试",
        },
        { from: "fetching.retrying", on: "retry", to: loadingState, does: reloadEffects },

        {
          from: fetchingStates,
          on: "two of three rows",
          to: "ready",
          sets: showRows(["a1", "b1"], 3),
          row: "R-287",
        },
        { from: fetchingStates, on: "row a, newer", to: "ready", sets: showRows(["a2"], 1) },
        { from: fetchingStates, on: "row c alone of three", to: "ready", sets: showRows(["c1"], 3) },
        {
          from: fetchingStates,
          on: "no rows",
          if: ({ pageNo }) => pageNo === 1,
          to: "empty",
          sets: showRows([], 0),
        },
        // A page beyond the end redirects to the last one through the URL.
        {
          from: fetchingStates,
          on: "no rows",
          to: "redirectingToLastPage",
          does: goEffects({ pageNo: 1 }),
          row: "last page",
        },
        {
          from: fetchingStates,
          on: "no row here, two in all",
          if: ({ pageNo }) => pageNo === 1,
          to: "empty",
          sets: showRows([], 2),
        },
        {
          from: fetchingStates,
          on: "no row here, two in all",
          to: "redirectingToLastPage",
          does: goEffects({ pageNo: 1 }),
        },
        {
          from: fetchingStates,
          on: "load fails",
          if: (seen) => seen.rowsQuery === formatQuery(seen),
          to: "failed",
          sets: { error: "server 内部错误", failures: 0 },
        },
        // Rows of another query would be mistaken for this one's.
        {
          from: fetchingStates,
          on: "load fails",
          to: "failed",
          sets: { error: "server 内部错误", failures: 0, rows: null, total: null },
          row: "R-287",
        },

        // A rate limit error keeps the rows on screen, even those of another query.
        {
          from: fetchingStates,
          on: "load is rate-limited",
          to: "failed",
          sets: { error: "tooMany 请 9 秒后再试", failures: 0 },
        },

        // So does an unavailable server or database; the list retries automatically while it is visible.
        ...Object.entries({
          "server is away": "offline 网络断开",
          "database is busy for 90 s": "unavailable 数据库繁忙",
        }).map(([on, error]) => ({
          from: fetchingStates,
          on,
          to: ({ shown: looks }: ListObserved) => (looks ? "away.waiting" : "away.unseen"),
          sets: ({ failures }: ListObserved) => ({ error, failures: failures + 1 }),
        })),
        { from: "away.waiting", on: "after", to: "fetching.retrying", does: loadEffects },
        { from: "away.waiting", on: "page is hidden", to: "away.unseen", sets: { shown: false } },
        {
          from: "away.unseen",
          on: "page is shown",
          to: "fetching.retrying",
          sets: { shown: true },
          does: loadEffects,
        },
        { on: "page is shown", sets: { shown: true } },
        { on: "page is hidden", sets: { shown: false } },

        // Typed filters are not applied yet.
        { on: "type x", sets: { typed: "x" } },
        { on: "type nothing", sets: { typed: "" } },
        { from: fetchingStates, on: "search", if: isSameQuery, to: loadingState, does: reloadEffects },
        { on: "search", if: isSameQuery, to: loadingState, does: loadEffects },
        {
          on: "search",
          does: (seen) => [`goes to ${formatQuery({ ...seen, pageNo: 1, keyword: seen.typed })}`],
        },
        {
          from: fetchingStates,
          on: "reset",
          if: isUnfiltered,
          to: loadingState,
          sets: { typed: "" },
          does: reloadEffects,
        },
        { on: "reset", if: isUnfiltered, to: loadingState, sets: { typed: "" }, does: loadEffects },
        { on: "reset", sets: { typed: "" }, does: goEffects({ pageNo: 1, keyword: "" }) },
        { on: "turn to page 2", does: goEffects({ pageNo: 2 }) },
        { on: "50 a page", does: goEffects({ pageNo: 1, pageSize: 50 }) },
        { on: "sort by name", does: goEffects({ pageNo: 1, sort: "name desc" }) },
        { on: "sort no more", does: goEffects({ pageNo: 1, sort: "" }) },

        { on: "select a", sets: selectRow("a1"), row: "selection" },
        { on: "unselect a", sets: unselectRow("a") },
        { on: "select a and d", sets: { selected: ["a1", "d1"] } },
        { on: "clear the selection", sets: { selected: [] } },

        // Removing the last row of a page after the first goes to the previous page.
        ...["a", "c"].flatMap((gone) => [
          {
            on: `row ${gone} is removed`,
            if: (seen: ListObserved) =>
              seen.pageNo === 2 && seen.rowsQuery === formatQuery(seen) && seen.rows?.map(id).join() === gone,
            sets: unselectRow(gone),
            does: goEffects({ pageNo: 1 }),
            row: "last page",
          },
          {
            from: fetchingStates,
            on: `row ${gone} is removed`,
            to: loadingState,
            sets: unselectRow(gone),
            does: reloadEffects,
          },
          { on: `row ${gone} is removed`, to: loadingState, sets: unselectRow(gone), does: loadEffects },
        ]),
      ],
    },
    batch: {
      initial: "idle",
      states: { idle: [], acting: ["acting"], receipt: ["receipt"] },
      rules: [
        {
          from: "idle",
          on: "act on a and b",
          to: "acting",
          sets: { order: ["a1", "b1"] },
          does: ["freeze a1,b1 欠费"],
          row: "batch",
        },
        { from: "acting", on: "act answers", to: "receipt", sets: { succeeded: ["a", "b"], failed: [] } },
        {
          from: "acting",
          on: "act answers in part",
          to: "receipt",
          sets: { succeeded: ["a"], failed: ["b 有未完成任务"] },
        },
        {
          from: "acting",
          on: "act fails",
          to: "receipt",
          sets: ({ order }) => ({
            succeeded: [],
            failed: (order ?? []).map((row) => `${id(row)} 网络断开`),
          }),
        },
        {
          from: "receipt",
          on: "retry what failed",
          if: ({ failed }) => (failed ?? []).length > 0,
          to: "acting",
          sets: ({ order, failed }) => ({
            order: (order ?? []).filter((row) => (failed ?? []).some((item) => id(item) === id(row))),
          }),
          does: ({ order }) => [`freeze ${(order ?? []).join()} 欠费`],
        },
        {
          from: "receipt",
          on: "close the receipt",
          to: "idle",
          sets: { order: null, succeeded: null, failed: null },
        },
      ],
    },
  },
});
