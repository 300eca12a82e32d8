import { expectation } from "../reference.ts";

/** What one sees of a list. Rows as `id` and version (`a1`), queries as `page/size/keyword/sort`. */
export interface List {
  readonly [part: string]: unknown;
  readonly pageNo: number;
  readonly pageSize: number;
  /** Applied. */
  readonly keyword: string;
  readonly sort: string;
  readonly typed: string;
  readonly rows: readonly string[] | null;
  readonly total: number | null;
  /** The query that the rows answer. */
  readonly rowsOf: string;
  readonly fault: string | null;
  readonly shown: boolean;
  /** Loads in a row that found the server away. */
  readonly failures: number;
  readonly selected: readonly string[];
  readonly lit: string | null;
  readonly order: readonly string[] | null;
  readonly succeeded: readonly string[] | null;
  readonly failed: readonly string[] | null;
}

const text = ({ pageNo, pageSize, keyword, sort }: List) => `${pageNo}/${pageSize}/${keyword}/${sort}`;
const id = (row: string) => row.slice(0, 1);
const fetching = ["fetching.loading", "fetching.reloading", "fetching.retrying"];
/** Once it was said that the server is away, no load says it again. */
const load = (seen: List) => [`POST list ${text(seen)}${seen.failures > 0 ? " quietly" : ""}`];
/** How long it waits after so many failures in a row. */
const waits = [5_000];
const loadAnew = (seen: List) => ["gives up load", ...load(seen)];
const again = ({ rows }: List) => (rows === null ? "fetching.loading" : "fetching.reloading");
const go = (patch: Partial<List>) => (seen: List) => [`goes to ${text({ ...seen, ...patch } as List)}`];
/** The reading of a new query out of the URL: other filters drop what was typed and selected, paging does not. */
const turn = (patch: Partial<List>) => (seen: List) => ({
  ...patch,
  lit: null,
  ...(patch.keyword !== undefined && patch.keyword !== seen.keyword
    ? { typed: patch.keyword, selected: [] }
    : {}),
});
const differs = (patch: Partial<List>) => (seen: List) => text({ ...seen, ...patch } as List) !== text(seen);
const shown = (rows: readonly string[], total: number) => (seen: List) => ({
  rows,
  total,
  rowsOf: text(seen),
  fault: null,
  failures: 0,
  selected: seen.selected.map((row) => rows.find((one) => id(one) === id(row)) ?? row),
});
const pick = (row: string) => (seen: List) => ({
  selected: [...seen.selected.filter((one) => id(one) !== id(row)), row],
});
const drop = (row: string) => (seen: List) => ({ selected: seen.selected.filter((one) => id(one) !== row) });

/** The first page with the conditions that are typed; with none. */
const asksTheSame = ({ pageNo, typed, keyword }: List) => pageNo === 1 && typed === keyword;
const asksForAll = ({ pageNo, keyword }: List) => pageNo === 1 && keyword === "";

const urls: readonly [string, Partial<List>][] = [
  ["url: page 2", { pageNo: 2 }],
  ["url: page 1", { pageNo: 1 }],
  ["url: page 1, keyword x", { pageNo: 1, keyword: "x" }],
  ["url: page 1, no keyword", { pageNo: 1, keyword: "" }],
];

const reloads = ["refresh", "row a is saved", "act answers", "act answers in part", "act fails"];
const ofActs = (label: string) => (label === "row a is saved" ? { lit: "a" } : {});
/** What a batch's end does to the selection, in the same step in which the list is loaded anew. */
const unselected: Readonly<Record<string, readonly string[]>> = {
  "act answers": ["a", "b"],
  "act answers in part": ["a"],
};
const ended = (label: string) => (seen: List) => ({
  ...ofActs(label),
  selected: seen.selected.filter((row) => !(unselected[label] ?? []).includes(id(row))),
});

/** screens.md every list page; machines.md list. Rows R-287. */
export const listExpectation = expectation<List>({
  seen: () => ({
    pageNo: 1,
    pageSize: 2,
    keyword: "",
    sort: "",
    typed: "",
    rows: null,
    total: null,
    rowsOf: "",
    fault: null,
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
        steppingBack: ["busy", "loading"],
        ready: ["ready"],
        empty: ["empty"],
        failed: ["failed"],
        "away.waiting": ["away", "failed"],
        "away.unseen": ["away", "failed"],
      },
      timers: {
        "away.waiting": {
          ms: ({ failures, fault }) =>
            fault === "unavailable 数据库繁忙" ? 90_000 : (waits[failures - 1] ?? 10_000),
        },
      },
      moves: [
        // The newest query wins: the call under way is given up.
        ...urls.flatMap(([on, patch]) => [
          {
            from: fetching,
            on,
            if: differs(patch),
            to: again,
            sets: turn(patch),
            does: loadAnew,
            row: "style.md newest query",
          },
          { on, if: differs(patch), to: again, sets: turn(patch), does: load, row: "screens.md URL" },
        ]),
        ...reloads.flatMap((on) => [
          { from: fetching, on, to: again, sets: ended(on), does: loadAnew },
          { on, to: again, sets: ended(on), does: load },
        ]),
        {
          from: ["failed", "away.waiting", "away.unseen"],
          on: "retry",
          to: again,
          does: load,
          row: "screens.md 重试",
        },
        { from: "fetching.retrying", on: "retry", to: again, does: loadAnew },

        { from: fetching, on: "two of three rows", to: "ready", sets: shown(["a1", "b1"], 3), row: "R-287" },
        { from: fetching, on: "row a, newer", to: "ready", sets: shown(["a2"], 1) },
        { from: fetching, on: "row c alone of three", to: "ready", sets: shown(["c1"], 3) },
        { from: fetching, on: "no rows", if: ({ pageNo }) => pageNo === 1, to: "empty", sets: shown([], 0) },
        // A page beyond the end steps back, by way of the URL.
        {
          from: fetching,
          on: "no rows",
          to: "steppingBack",
          does: go({ pageNo: 1 }),
          row: "machines.md list",
        },
        {
          from: fetching,
          on: "no row here, two in all",
          if: ({ pageNo }) => pageNo === 1,
          to: "empty",
          sets: shown([], 2),
        },
        { from: fetching, on: "no row here, two in all", to: "steppingBack", does: go({ pageNo: 1 }) },
        {
          from: fetching,
          on: "load fails",
          if: (seen) => seen.rowsOf === text(seen),
          to: "failed",
          sets: { fault: "server 内部错误", failures: 0 },
        },
        // Rows of another query would be read as this one's.
        {
          from: fetching,
          on: "load fails",
          to: "failed",
          sets: { fault: "server 内部错误", failures: 0, rows: null, total: null },
          row: "R-287",
        },

        // Who asks too often keeps the rows that are there, of another query too.
        {
          from: fetching,
          on: "load is one too many",
          to: "failed",
          sets: { fault: "tooMany 请 9 秒后再试", failures: 0 },
        },

        // So does who finds the server or its database away; it asks again by itself while somebody looks.
        ...Object.entries({
          "server is away": "offline 网络断开",
          "database is busy for 90 s": "unavailable 数据库繁忙",
        }).map(([on, fault]) => ({
          from: fetching,
          on,
          to: ({ shown: looks }: List) => (looks ? "away.waiting" : "away.unseen"),
          sets: ({ failures }: List) => ({ fault, failures: failures + 1 }),
        })),
        { from: "away.waiting", on: "after", to: "fetching.retrying", does: load },
        { from: "away.waiting", on: "page is hidden", to: "away.unseen", sets: { shown: false } },
        {
          from: "away.unseen",
          on: "page is shown",
          to: "fetching.retrying",
          sets: { shown: true },
          does: load,
        },
        { on: "page is shown", sets: { shown: true } },
        { on: "page is hidden", sets: { shown: false } },

        // Typed and applied are two things.
        { on: "type x", sets: { typed: "x" } },
        { on: "type nothing", sets: { typed: "" } },
        { from: fetching, on: "search", if: asksTheSame, to: again, does: loadAnew },
        { on: "search", if: asksTheSame, to: again, does: load },
        { on: "search", does: (seen) => [`goes to ${text({ ...seen, pageNo: 1, keyword: seen.typed })}`] },
        { from: fetching, on: "reset", if: asksForAll, to: again, sets: { typed: "" }, does: loadAnew },
        { on: "reset", if: asksForAll, to: again, sets: { typed: "" }, does: load },
        { on: "reset", sets: { typed: "" }, does: go({ pageNo: 1, keyword: "" }) },
        { on: "turn to page 2", does: go({ pageNo: 2 }) },
        { on: "50 a page", does: go({ pageNo: 1, pageSize: 50 }) },
        { on: "sort by name", does: go({ pageNo: 1, sort: "name desc" }) },
        { on: "sort no more", does: go({ pageNo: 1, sort: "" }) },

        { on: "select a", sets: pick("a1"), row: "screens.md selection" },
        { on: "unselect a", sets: drop("a") },
        { on: "select a and d", sets: { selected: ["a1", "d1"] } },
        { on: "clear the selection", sets: { selected: [] } },

        // The last row of a page behind the first: to the page before.
        ...["a", "c"].flatMap((gone) => [
          {
            on: `row ${gone} is removed`,
            if: (seen: List) =>
              seen.pageNo === 2 && seen.rowsOf === text(seen) && seen.rows?.map(id).join() === gone,
            sets: drop(gone),
            does: go({ pageNo: 1 }),
            row: "machines.md list",
          },
          { from: fetching, on: `row ${gone} is removed`, to: again, sets: drop(gone), does: loadAnew },
          { on: `row ${gone} is removed`, to: again, sets: drop(gone), does: load },
        ]),
      ],
    },
    batch: {
      initial: "idle",
      states: { idle: [], acting: ["acting"], receipt: ["receipt"] },
      moves: [
        {
          from: "idle",
          on: "act on a and b",
          to: "acting",
          sets: { order: ["a1", "b1"] },
          does: ["freeze a1,b1 欠费"],
          row: "screens.md batch",
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
            order: (order ?? []).filter((row) => (failed ?? []).some((one) => id(one) === id(row))),
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
