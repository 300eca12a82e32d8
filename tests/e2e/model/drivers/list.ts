import * as z from "zod/mini";
import type { InterceptedCall } from "../../../browser/interceptCalls.ts";
import type { Seen } from "../../../model/reference.ts";
import { listSubject } from "../../../model/subjects/list.ts";
import { signedIn } from "../../../running/signedIn.ts";
import { type Act, type Desk, type Driver, driver } from "../driver.ts";
import { enter } from "../enter.ts";
import { answerCalls, type HeldCalls, holdCalls, says } from "../heldCalls.ts";
import { becomes } from "../until.ts";
import { type ListPlace, listPlaces } from "./listPlaces.ts";

interface ListDesk extends Desk {
  readonly list: HeldCalls;
  readonly freezing: HeldCalls;
  /** Rows as the server really has them, to answer with. */
  rows: readonly unknown[];
}

const real = z.object({ data: z.looseObject({ list: z.array(z.unknown()) }) });
const adminPhone = "13800000001";

const table = ({ page }: Desk) => page.getByRole("table").first();
const button = ({ page }: Desk, name: string) => page.getByRole("button", { name, exact: true });
const bodyRows = (desk: Desk) => table(desk).locator("tbody tr:not([aria-hidden])");
const addressOf = ({ page }: Desk) => new URL(page.url()).searchParams;
const listOf = (seen: Seen, part: string) => (Array.isArray(seen[part]) ? seen[part].length : 0);
/** The model's pages hold 2 rows, the console's 20: three rows in all stand for thirty. */
const totalOf = (modelled: number) => (modelled === 3 ? 30 : modelled);

/** Answers with some of the real rows. */
const rows = (words: string, from: number, to: number, total: number): Act<ListDesk> => ({
  words,
  go: async (desk) => {
    await desk.list.answer(async (call) => {
      const { data } = real.parse(await (await fetch(call.url, firstPage(call))).json());
      if (desk.rows.length === 0) desk.rows = data.list;
      const list = desk.rows.slice(from, to);
      await says(0, "", { ...data, list, total: totalOf(total) })(call);
    });
    // From beyond the last page it goes back by itself.
    if (from === to && addressOf(desk).has("page")) await seeNoPage(desk);
  },
});

const frozen = (call: InterceptedCall) =>
  says(0, "", {
    id: new URL(call.url).pathname.split("/").at(-1),
    version: 2,
    status: "frozen",
  })(call);

/** The same request without the conditions of the path: there are always rows to answer with. */
const firstPage = ({ method, headers, body }: InterceptedCall) => ({
  method,
  headers,
  body: JSON.stringify({ ...(JSON.parse(body) as object), pageNo: 1, keyword: undefined }),
});

/** The address names no page: it is the first. */
const seeNoPage = ({ page }: Desk) => page.waitForURL((url) => !url.searchParams.has("page"));

/** So many rows are on the screen. */
const seeRows = (desk: Desk, wanted: number) =>
  becomes(() => bodyRows(desk).count(), wanted, "the number of rows");

async function search(desk: ListDesk, keyword: string): Promise<void> {
  await desk.page.getByLabel("关键字").fill(keyword);
  await button(desk, "查询").click();
}

async function seeConditions(desk: ListDesk, { typed, keyword, pageNo, selected }: Seen): Promise<void> {
  await becomes(() => addressOf(desk).get("keyword") ?? "", String(keyword), "the keyword of the address");
  await becomes(() => addressOf(desk).get("page") ?? "1", String(pageNo), "the page of the address");
  const changed = desk.page.getByText("条件已修改，点击查询", { exact: true });
  await becomes(
    () => changed.count(),
    typed === keyword ? 0 : 1,
    "the number of hints at changed conditions",
  );
  const chosen = Array.isArray(selected) ? selected.length : 0;
  if (chosen > 0) await desk.page.getByText(`已选 ${chosen} 条`, { exact: true }).waitFor();
}

/** Every state of loading, with and without rows, success and failure, one after the other. */
const onceThrough = [
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

/** One list page as an operator meets its machine: machines.md list, screens.md every list page, R-287. */
const listDriver = ({ title, walk, noun, address, call, selectable, freeze, rowMadeBy }: ListPlace): Driver =>
  driver<ListDesk>({
    machine: "list",
    title,
    brief: walk === "brief",
    ...(walk === "once" ? { walks: [onceThrough] } : {}),
    subject: listSubject,
    before: `已登录，打开“${title}”`,
    key: ({ context }) => [
      context.query.pageNo,
      context.query.filters.keyword,
      context.receipt?.failed.length > 0,
    ],
    open: async (given) => {
      const desk = { ...given, phone: adminPhone };
      await rowMadeBy?.(await signedIn(desk.base, adminPhone));
      const list = await holdCalls(desk.page, `**${call}`);
      const freezing = await holdCalls(desk.page, freeze ?? "**/no-such-call");
      await answerCalls(desk.page, "**/wms/api/checkPwdStatus", says(0));
      await enter(desk.page, desk.base, desk.phone, address);
      await table(desk).waitFor();
      return { ...desk, list, freezing, rows: [] };
    },
    explores: (snapshot, { label }) => {
      const { query, typed, page } = snapshot.context;
      const settled = !snapshot.hasTag("busy");
      const ready = snapshot.matches({ data: "ready" });
      const plain = query.pageNo === 1 && !query.filters.keyword && !typed.keyword;
      if (!snapshot.matches({ batch: "idle" }))
        return /^(act (answers|fails)|retry what|close the|two of)/.test(label);
      if (snapshot.matches({ data: "steppingBack" })) return label === "url: page 1";
      switch (label) {
        case "url: page 2":
          return ready && plain && page.total === 3;
        case "url: page 1":
          return ready && query.pageNo === 2;
        case "url: page 1, keyword x":
          return plain;
        case "url: page 1, no keyword":
          return settled && query.filters.keyword === "x" && typed.keyword === "x";
        case "refresh":
          return settled && plain;
        case "row a, newer":
          return plain && page === null;
        case "row c alone of three":
        case "no row here, two in all":
          return query.pageNo === 2;
        case "type x":
        case "search":
        case "reset":
          return ready && plain && page.list.length === 2;
        case "select a":
        case "clear the selection":
          return selectable && ready && plain && page.list.length === 2;
        case "act on a and b":
          return freeze !== null && ready && plain && page.list.length === 2;
        default:
          return true;
      }
    },
    ending: (state) => (state.includes("steppingBack") ? "url: page 1" : null),
    acts: {
      "url: page 2": {
        words: "点击第 2 页",
        go: (desk) => desk.page.getByRole("button", { name: "第 2 页" }).click(),
      },
      "url: page 1": {
        words: "点击第 1 页（超出末页时自动回退）",
        go: async (desk) => {
          if (addressOf(desk).has("page")) await desk.page.getByRole("button", { name: "第 1 页" }).click();
          await seeNoPage(desk);
        },
      },
      "url: page 1, keyword x": {
        words: "关键字输入 x，点击“查询”",
        go: (desk) => desk.list.askedBy(() => search(desk, "x")),
      },
      "url: page 1, no keyword": { words: "点击“重置”", go: (desk) => button(desk, "重置").click() },
      refresh: { words: "点击“刷新”", go: (desk) => button(desk, "刷新").click() },
      retry: { words: "点击“重试”", go: (desk) => button(desk, "重试").click() },
      "two of three rows": rows("服务器返回 30 条中的 2 条", 0, 2, 3),
      "row a, newer": rows("服务器返回 1 条", 0, 1, 1),
      "row c alone of three": rows("服务器返回 30 条中的另 1 条", 2, 3, 3),
      "no rows": rows("服务器返回 0 条", 0, 0, 0),
      "no row here, two in all": rows("服务器返回空页，共 2 条", 0, 0, 2),
      "load fails": {
        words: "查询请求失败",
        go: ({ list }) =>
          list.answer((call) =>
            call.answer({ status: 500, json: { state: -1, message: "内部错误", data: null } }),
          ),
      },
      "type x": {
        words: "关键字输入 x，不查询",
        go: ({ page }) => page.getByLabel("关键字").fill("x"),
      },
      search: { words: "不改条件，点击“查询”", go: (desk) => button(desk, "查询").click() },
      reset: { words: "没有条件，点击“重置”", go: (desk) => button(desk, "重置").click() },
      "select a": {
        words: "勾选第一行",
        go: (desk) => bodyRows(desk).first().getByRole("checkbox").check(),
      },
      "clear the selection": {
        words: "勾选第一行，再点击“清空”",
        go: async (desk) => {
          await bodyRows(desk).first().getByRole("checkbox").check();
          await button(desk, "清空").click();
          await desk.page.getByText("已选 1 条", { exact: true }).waitFor({ state: "detached" });
        },
      },
      "act on a and b": {
        words: "勾选两行，批量冻结，选择原因，确定",
        go: async (desk) => {
          await desk.page.getByRole("checkbox", { name: "选择本页" }).check();
          await button(desk, "批量冻结").click();
          const dialog = desk.page.getByRole("dialog", { name: "批量冻结" });
          await dialog.getByLabel("原因").click();
          await desk.page.getByRole("option").first().click();
          await dialog.getByRole("button", { name: "确定" }).click();
        },
      },
      "act answers": {
        words: "两条都冻结成功",
        go: async ({ freezing }) => {
          for (let row = 0; row < 2; row += 1) await freezing.answer(frozen);
        },
      },
      "act answers in part": {
        words: "第二条被拒绝：有未完成任务",
        go: async ({ freezing }) => {
          await freezing.answer(frozen);
          await freezing.answer(says(-1, "有未完成任务"));
        },
      },
      "close the receipt": {
        words: "关闭结果",
        go: (desk) => desk.page.getByRole("dialog").getByRole("button", { name: "关闭" }).last().click(),
      },
    },
    looks: {
      "fetching.loading": {
        words: "表格加载中，没有旧数据",
        see: async (desk) => {
          await desk.page.locator("table[aria-busy=true]").waitFor();
          await seeRows(desk, 0);
        },
      },
      "fetching.reloading": {
        words: "旧数据仍在，表格加载中",
        see: async (desk, seen) => {
          await desk.page.locator("table[aria-busy=true]").waitFor();
          await seeRows(desk, listOf(seen, "rows"));
        },
      },
      ready: {
        words: "显示数据和总条数",
        see: async (desk, seen) => {
          await desk.page.locator("table[aria-busy=false]").waitFor();
          await seeRows(desk, listOf(seen, "rows"));
          await desk.page.getByText(`共 ${totalOf(Number(seen.total))} 条`, { exact: true }).waitFor();
          await seeConditions(desk, seen);
        },
      },
      empty: {
        words: "说明没有数据或没有符合条件的数据",
        see: async (desk, seen) => {
          const words = seen.keyword === "" ? `还没有${noun}` : `没有符合条件的${noun}`;
          await desk.page.getByText(words, { exact: true }).waitFor();
          await seeRows(desk, 0);
        },
      },
      failed: {
        words: "显示“加载失败”和“重试”，条件保留",
        see: async (desk, seen) => {
          await desk.page.getByText("加载失败", { exact: true }).waitFor();
          await button(desk, "重试").waitFor();
          await seeConditions(desk, seen);
        },
      },
      acting: {
        words: "“正在处理 2 条，请稍候”",
        see: (desk) => desk.page.getByText(/正在处理 \d 条，请稍候/).waitFor(),
      },
      receipt: {
        words: "显示成功与失败条数和失败原因",
        see: async (desk, seen) => {
          const [done, failed] = [listOf(seen, "succeeded"), listOf(seen, "failed")];
          await desk.page.getByText(`成功 ${done}，失败 ${failed}`, { exact: true }).waitFor();
          const refusals = desk.page.getByRole("cell", { name: "有未完成任务" });
          await becomes(() => refusals.count(), failed, "the number of refusals");
        },
      },
    },
  });

/** Every list page of the console. */
export const listDrivers: readonly Driver[] = listPlaces.map(listDriver);
