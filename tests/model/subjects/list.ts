import type { AnyMachineSnapshot } from "xstate";
import { listMachine } from "../../../machines/list.machine.ts";
import type { ListContext } from "../../../machines/listPort.ts";
import type { ListPage, ListQuery } from "../../../machines/listQuery.ts";
import { defineSubject } from "../defineSubject.ts";
import { listExpectation } from "../expect/list.ts";

interface Row {
  readonly id: string;
  readonly v: number;
}

const createRow = (id: string, v = 1): Row => ({ id, v });
const formatRow = ({ id, v }: Row) => `${id}${v}`;
const formatQuery = ({ pageNo, pageSize, filters, sort }: ListQuery) =>
  `${pageNo}/${pageSize}/${filters.keyword ?? ""}/${sort ? `${sort.field} ${sort.order}` : ""}`;
const loadedStimulus = (label: string, list: readonly Row[], total: number) => ({
  label,
  event: { type: "xstate.done.actor.load", output: { list, total } },
});
const urlStimulus = (label: string, pageNo: number, keyword?: string) => ({
  label,
  type: "url.change",
  // Preserves the rest of the query, like a paging link.
  event: ({ context }: { context: Readonly<Record<string, unknown>> }) => {
    const query = context.query as ListQuery;
    const filters = keyword === undefined ? query.filters : keyword === "" ? {} : { keyword };
    return { type: "url.change", query: { ...query, pageNo, filters } };
  },
});
const removedStimulus = (id: string) => ({
  label: `row ${id} is removed`,
  event: { type: "row.removed", id },
});

/** Limits exploration during an outage; everything else behaves as after any other error. */
function shouldExploreOutage(snapshot: AnyMachineSnapshot, label: string): boolean {
  const { query, draftFilters } = snapshot.context;
  const plain = snapshot.matches({ batch: "idle" }) && draftFilters.keyword === query.filters.keyword;
  if (snapshot.hasTag("away")) return /^(retry$|page is|url: page 2)/.test(label);
  if (snapshot.hasTag("retrying")) return /^(retry$|row a|load fails|server is|page is)/.test(label);
  if (label.startsWith("page is")) return snapshot.hasTag("loading") && query.pageNo === 1;
  return plain || !/^(database|server) is/.test(label);
}

/** A list of rows `a`, `b`, `c` with pending calls. */
export const listSubject = defineSubject({
  name: "list",
  expectation: listExpectation,
  build: (environment) => ({
    machine: listMachine<Row>({
      initialQuery: () => ({ pageNo: 1, pageSize: 2, filters: {} }),
      navigate: (query) => environment.recordEffect(`goes to ${formatQuery(query)}`),
      load: (query, signal, quiet) =>
        environment.call("load", `POST list ${formatQuery(query)}${quiet ? " quietly" : ""}`, signal),
      jitter: (ms) => ms,
      runBatch: ({ action, rows, values }, signal) =>
        environment.call("act", `${action} ${rows.map(formatRow).join()} ${values}`, signal),
    }),
  }),
  observe: (context: ListContext<Row, ListPage<Row>>) => ({
    pageNo: context.query.pageNo,
    pageSize: context.query.pageSize,
    keyword: String(context.query.filters.keyword ?? ""),
    sort: context.query.sort?.field ?? "",
    typed: String(context.draftFilters.keyword ?? ""),
    rows: context.page?.list.map(formatRow) ?? null,
    total: context.page?.total ?? null,
    rowsQuery: context.pageQueryKey === "" ? "" : formatQuery(JSON.parse(context.pageQueryKey) as ListQuery),
    error: context.error && `${context.error.kind} ${context.error.message}`,
    shown: context.isVisible,
    failures: context.failureCount,
    selected: context.selected.map(formatRow),
    lit: context.highlightedId,
    order: context.batchRequest?.rows.map(formatRow) ?? null,
    succeeded: context.batchResult?.succeeded ?? null,
    failed: context.batchResult?.failed.map(({ id, reason }) => `${id} ${reason}`) ?? null,
  }),
  // Navigation and selection lead to no new state, except removing a selected row. Batches start from one loaded list.
  shouldExplore: (snapshot, { label }) =>
    (!/^(turn|50|sort|select|unselect|clear)/.test(label) ||
      (label === "select a" && snapshot.matches({ data: "ready" }) && snapshot.context.query.pageNo === 2)) &&
    shouldExploreOutage(snapshot, label) &&
    (snapshot.matches({ batch: "idle" })
      ? !label.startsWith("act") ||
        (snapshot.matches({ data: "ready" }) && snapshot.context.query.pageNo === 1)
      : !label.startsWith("url") && !label.startsWith("type")),
  key: ({ context }) => [
    context.query.pageNo,
    context.page?.list.length,
    context.draftFilters.keyword === context.query.filters.keyword,
    (context.batchResult?.failed.length ?? 0) > 0,
    context.query.pageNo === 2 && context.selected.length > 0,
  ],
  stimuli: [
    urlStimulus("url: page 2", 2),
    urlStimulus("url: page 1", 1),
    urlStimulus("url: page 1, keyword x", 1, "x"),
    urlStimulus("url: page 1, no keyword", 1, ""),
    { label: "refresh", event: { type: "refresh" } },
    { label: "retry", event: { type: "retry" } },
    { label: "reread", event: { type: "reread" } },
    loadedStimulus("two of three rows", [createRow("a"), createRow("b")], 3),
    loadedStimulus("row a, newer", [createRow("a", 2)], 1),
    loadedStimulus("row c alone of three", [createRow("c")], 3),
    loadedStimulus("no rows", [], 0),
    loadedStimulus("no row here, two in all", [], 2),
    {
      label: "load fails",
      event: { type: "xstate.error.actor.load", error: { kind: "server", message: "内部错误" } },
    },
    {
      label: "load is rate-limited",
      event: { type: "xstate.error.actor.load", error: { kind: "tooMany", message: "请 9 秒后再试" } },
    },
    {
      label: "server is away",
      event: { type: "xstate.error.actor.load", error: { kind: "offline", message: "网络断开" } },
    },
    {
      label: "database is busy for 90 s",
      event: {
        type: "xstate.error.actor.load",
        error: { kind: "unavailable", message: "数据库繁忙", retryAfterMs: 90_000 },
      },
    },
    { label: "page is shown", event: { type: "page.show" } },
    { label: "page is hidden", event: { type: "page.hide" } },
    { label: "type x", event: { type: "condition.type", patch: { keyword: "x" } } },
    { label: "type nothing", event: { type: "condition.type", patch: { keyword: undefined } } },
    { label: "search", event: { type: "search.submit" } },
    { label: "reset", event: { type: "search.reset" } },
    { label: "turn to page 2", event: { type: "page.change", pageNo: 2 } },
    { label: "50 a page", event: { type: "size.change", pageSize: 50 } },
    { label: "sort by name", event: { type: "sort.change", sort: { field: "name", order: "desc" } } },
    { label: "sort no more", event: { type: "sort.change", sort: null } },
    { label: "select a", event: { type: "row.select", row: createRow("a"), selected: true } },
    { label: "unselect a", event: { type: "row.select", row: createRow("a"), selected: false } },
    { label: "select a and d", event: { type: "rows.select", rows: [createRow("a"), createRow("d")] } },
    { label: "clear the selection", event: { type: "selection.clear" } },
    { label: "row a is saved", event: { type: "row.saved", id: "a" } },
    removedStimulus("a"),
    removedStimulus("c"),
    {
      label: "act on a and b",
      event: { type: "act.submit", action: "freeze", rows: [createRow("a"), createRow("b")], values: "欠费" },
    },
    { label: "act on nothing", event: { type: "act.submit", action: "freeze", rows: [] } },
    {
      label: "act answers",
      event: { type: "xstate.done.actor.act", output: { succeeded: ["a", "b"], failed: [] } },
    },
    {
      label: "act answers in part",
      event: {
        type: "xstate.done.actor.act",
        output: { succeeded: ["a"], failed: [{ id: "b", reason: "有未完成任务" }] },
      },
    },
    {
      label: "act fails",
      event: { type: "xstate.error.actor.act", error: { kind: "offline", message: "网络断开" } },
    },
    { label: "retry what failed", event: { type: "act.retry" } },
    { label: "close the receipt", event: { type: "receipt.close" } },
  ],
  invariant: ({ at, seen, effects }) => {
    if (at.startsWith("ready") && (seen.rows === null || (seen.rows as string[]).length === 0))
      return "ready without rows";
    if (
      at.startsWith("ready") &&
      seen.rowsQuery !== `${seen.pageNo}/${seen.pageSize}/${seen.keyword}/${seen.sort}`
    )
      return "rows of another query";
    return effects.filter((item) => item.startsWith("POST list")).length > 1
      ? "loads twice in one step"
      : null;
  },
});
