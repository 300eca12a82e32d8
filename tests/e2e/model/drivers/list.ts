import * as z from "zod/mini";
import type { InterceptedCall } from "../../../browser/interceptCalls.ts";
import type { Observed } from "../../../model/createReference.ts";
import { listSubject } from "../../../model/subjects/list.ts";
import { loginClient } from "../../../process/apiClient.ts";
import { withDemoAccount } from "../createPathContext.ts";
import { type Driver, type DriverAction, defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import { holdCalls, type PendingCalls, respondToCalls, respondWith } from "../holdCalls.ts";
import { waitForValue } from "../waitUntil.ts";
import {
  expectConditions,
  expectFirstPage,
  expectRows,
  getBodyRows,
  getButton,
  getSearchParams,
  getTable,
  searchKeyword,
} from "./listElements.ts";
import { type ListTarget, listTargets } from "./listTargets.ts";

interface ListPathContext extends PathContext {
  readonly list: PendingCalls;
  readonly freezing: PendingCalls;
  /** Real rows of the server, used in mocked responses. */
  rows: readonly unknown[];
}

const listResponse = z.object({ data: z.looseObject({ list: z.array(z.unknown()) }) });
const adminPhone = "13800000001";

const countItems = (seen: Observed, part: string) => (Array.isArray(seen[part]) ? seen[part].length : 0);
/** The model's pages have 2 rows, the console's 50: a total of 3 in the model is 75 in the console. */
const toRealTotal = (modelled: number) => (modelled === 3 ? 75 : modelled);

/** Responds with some of the real rows. */
const respondRows = (
  description: string,
  from: number,
  to: number,
  total: number,
): DriverAction<ListPathContext> => ({
  description,
  run: async (ctx) => {
    await ctx.list.respond(async (call) => {
      const { data } = listResponse.parse(await (await fetch(call.url, toFirstPageRequest(call))).json());
      if (ctx.rows.length === 0) ctx.rows = data.list;
      const list = ctx.rows.slice(from, to);
      await respondWith(0, "", { ...data, list, total: toRealTotal(total) })(call);
    });
    // The console returns from an empty page to the first one by itself.
    if (from === to && getSearchParams(ctx).has("page")) await expectFirstPage(ctx);
  },
});

const respondFrozen = (call: InterceptedCall) =>
  respondWith(0, "", {
    id: new URL(call.url).pathname.split("/").at(-1),
    version: 2,
    status: "frozen",
  })(call);

/** The same request without filters, which always returns rows. */
const toFirstPageRequest = ({ method, headers, body }: InterceptedCall) => ({
  method,
  headers,
  body: JSON.stringify({ ...(JSON.parse(body) as object), pageNo: 1, keyword: undefined }),
});

/** All loading states in one path, with and without rows, success and failure. */
const singlePassWalk = [
  "row a, newer",
  "refresh",
  "load fails",
  "retry",
  "row a, newer",
  "url: page 1, keyword x",
  "no rows",
  "url: page 1, no keyword",
  "load fails",
];

/** The list machine on one list page. R-287. */
const createListDriver = ({
  title,
  walk,
  noun,
  address,
  call,
  selectable,
  freezePattern,
  createFirstRow,
}: ListTarget): Driver =>
  defineDriver<ListPathContext>({
    machine: "list",
    title,
    statesOnly: walk === "brief",
    ...(walk === "once" ? { walks: [singlePassWalk] } : {}),
    subject: listSubject,
    precondition: `已登录，打开“${title}”`,
    key: ({ context }) => [
      context.query.pageNo,
      context.query.filters.keyword,
      context.batchResult?.failed.length > 0,
    ],
    open: async (base) => {
      const ctx = withDemoAccount(base, adminPhone);
      await createFirstRow?.(await loginClient(ctx.base, ctx.phone, ctx.password));
      const list = await holdCalls(ctx.page, `**${call}`);
      const freezing = await holdCalls(ctx.page, freezePattern ?? "**/no-such-call");
      await respondToCalls(ctx.page, "**/wms/api/checkPwdStatus", respondWith(0));
      await enterWithSession(ctx, address);
      await getTable(ctx).waitFor();
      return { ...ctx, list, freezing, rows: [] };
    },
    shouldExplore: (snapshot, { label }) => {
      const { query, draftFilters, page } = snapshot.context;
      const isSettled = !snapshot.hasTag("busy");
      const isReady = snapshot.matches({ data: "ready" });
      const isUnfiltered = query.pageNo === 1 && !query.filters.keyword && !draftFilters.keyword;
      if (!snapshot.matches({ batch: "idle" }))
        return /^(act (answers|fails)|retry what|close the|two of)/.test(label);
      if (snapshot.matches({ data: "redirectingToLastPage" })) return label === "url: page 1";
      switch (label) {
        case "url: page 2":
          return isReady && isUnfiltered && page.total === 3;
        case "url: page 1":
          return isReady && query.pageNo === 2;
        case "url: page 1, keyword x":
          return isUnfiltered;
        case "url: page 1, no keyword":
          return isSettled && query.filters.keyword === "x" && draftFilters.keyword === "x";
        case "refresh":
          return isSettled && isUnfiltered;
        case "row a, newer":
          return isUnfiltered && page === null;
        case "row c alone of three":
        case "no row here, two in all":
          return query.pageNo === 2;
        case "type x":
        case "search":
        case "reset":
          return isReady && isUnfiltered && page.list.length === 2;
        case "select a":
        case "clear the selection":
          return selectable && isReady && isUnfiltered && page.list.length === 2;
        case "act on a and b":
          return freezePattern !== null && isReady && isUnfiltered && page.list.length === 2;
        default:
          return true;
      }
    },
    getEnding: (state) => (state.includes("redirectingToLastPage") ? "url: page 1" : null),
    actions: {
      "url: page 2": {
        description: "点击第 2 页",
        run: (ctx) => ctx.page.getByRole("button", { name: "第 2 页" }).click(),
      },
      "url: page 1": {
        description: "点击第 1 页（超出末页时自动回退）",
        run: async (ctx) => {
          if (getSearchParams(ctx).has("page"))
            await ctx.page.getByRole("button", { name: "第 1 页" }).click();
          await expectFirstPage(ctx);
        },
      },
      "url: page 1, keyword x": {
        description: "关键字输入 x，点击“查询”",
        run: (ctx) => ctx.list.runAndWaitForCall(() => searchKeyword(ctx, "x")),
      },
      "url: page 1, no keyword": { description: "点击“重置”", run: (ctx) => getButton(ctx, "重置").click() },
      refresh: { description: "点击“刷新”", run: (ctx) => getButton(ctx, "刷新").click() },
      retry: { description: "点击“重试”", run: (ctx) => getButton(ctx, "重试").click() },
      "two of three rows": respondRows("服务器返回 75 条中的 2 条", 0, 2, 3),
      "row a, newer": respondRows("服务器返回 1 条", 0, 1, 1),
      "row c alone of three": respondRows("服务器返回 75 条中的另 1 条", 2, 3, 3),
      "no rows": respondRows("服务器返回 0 条", 0, 0, 0),
      "no row here, two in all": respondRows("服务器返回空页，共 2 条", 0, 0, 2),
      "load fails": {
        description: "查询请求失败",
        run: ({ list }) =>
          list.respond((call) =>
            call.fulfill({ status: 500, json: { state: -1, message: "内部错误", data: null } }),
          ),
      },
      "type x": {
        description: "关键字输入 x，不查询",
        run: ({ page }) => page.getByLabel("关键字").fill("x"),
      },
      search: { description: "不改条件，点击“查询”", run: (ctx) => getButton(ctx, "查询").click() },
      reset: { description: "没有条件，点击“重置”", run: (ctx) => getButton(ctx, "重置").click() },
      "select a": {
        description: "勾选第一行",
        run: (ctx) => getBodyRows(ctx).first().getByRole("checkbox").check(),
      },
      "clear the selection": {
        description: "勾选第一行，再点击“清空”",
        run: async (ctx) => {
          await getBodyRows(ctx).first().getByRole("checkbox").check();
          await getButton(ctx, "清空").click();
          await ctx.page.getByText("已选 1 条", { exact: true }).waitFor({ state: "detached" });
        },
      },
      "act on a and b": {
        description: "勾选两行，批量冻结，选择原因，确定",
        run: async (ctx) => {
          await ctx.page.getByRole("checkbox", { name: "选择本页" }).check();
          await getButton(ctx, "批量冻结").click();
          const dialog = ctx.page.getByRole("dialog", { name: "批量冻结" });
          await dialog.getByLabel("原因").click();
          await ctx.page.getByRole("option").first().click();
          await dialog.getByRole("button", { name: "确定" }).click();
        },
      },
      "act answers": {
        description: "两条都冻结成功",
        run: async ({ freezing }) => {
          for (let row = 0; row < 2; row += 1) await freezing.respond(respondFrozen);
        },
      },
      "act answers in part": {
        description: "第二条被拒绝：有未完成任务",
        run: async ({ freezing }) => {
          await freezing.respond(respondFrozen);
          await freezing.respond(respondWith(-1, "有未完成任务"));
        },
      },
      "close the receipt": {
        description: "关闭结果",
        run: (ctx) => ctx.page.getByRole("dialog").getByRole("button", { name: "关闭" }).last().click(),
      },
    },
    checks: {
      "fetching.loading": {
        description: "表格加载中，没有旧数据",
        check: async (ctx) => {
          await ctx.page.locator("table[aria-busy=true]").waitFor();
          await expectRows(ctx, 0);
        },
      },
      "fetching.reloading": {
        description: "旧数据仍在，表格加载中",
        check: async (ctx, seen) => {
          await ctx.page.locator("table[aria-busy=true]").waitFor();
          await expectRows(ctx, countItems(seen, "rows"));
        },
      },
      ready: {
        description: "显示数据和总条数",
        check: async (ctx, seen) => {
          await ctx.page.locator("table[aria-busy=false]").waitFor();
          await expectRows(ctx, countItems(seen, "rows"));
          await ctx.page.getByText(`共 ${toRealTotal(Number(seen.total))} 条`, { exact: true }).waitFor();
          await expectConditions(ctx, seen);
        },
      },
      empty: {
        description: "说明没有数据或没有符合条件的数据",
        check: async (ctx, seen) => {
          const text = seen.keyword === "" ? `还没有${noun}` : `没有符合条件的${noun}`;
          await ctx.page.getByText(text, { exact: true }).waitFor();
          await expectRows(ctx, 0);
        },
      },
      failed: {
        description: "显示“加载失败”和“重试”，条件保留",
        check: async (ctx, seen) => {
          await ctx.page.getByText("加载失败", { exact: true }).waitFor();
          await getButton(ctx, "重试").waitFor();
          await expectConditions(ctx, seen);
        },
      },
      acting: {
        description: "“正在处理 2 条，请稍候”",
        check: (ctx) => ctx.page.getByText(/正在处理 \d 条，请稍候/).waitFor(),
      },
      receipt: {
        description: "显示成功与失败条数和失败原因",
        check: async (ctx, seen) => {
          const [done, failed] = [countItems(seen, "succeeded"), countItems(seen, "failed")];
          const text = failed > 0 ? `${done} \\S+，失败 ${failed} \\S` : `${done} \\S+`;
          await ctx.page.getByText(new RegExp(`^已\\S+ ${text}$`)).waitFor();
          const refusals = ctx.page.getByRole("cell", { name: "有未完成任务" });
          await waitForValue(() => refusals.count(), failed, "the number of refusals");
        },
      },
    },
  });

/** One driver for each list page of the console. */
export const listDrivers: readonly Driver[] = listTargets.map(createListDriver);
