import { ok } from "node:assert/strict";
import type { Observed } from "../../../model/createReference.ts";
import type { DriverCheck, PathContext } from "../defineDriver.ts";
import type { PendingCalls } from "../holdCalls.ts";
import { waitForValue, waitUntil } from "../waitUntil.ts";
import { type AlarmsPathContext, countTones, getBanner, getCard, getDock } from "./alarmsPage.ts";

const kindTexts: Readonly<Record<string, string>> = {
  a: "P1 紧急 电量严重不足",
  b: "P2 高 失联",
  c: "P3 中 数据延迟",
};
const stateTexts: Readonly<Record<string, string>> = {
  active: "未确认",
  acknowledged: "已确认",
  gone: "已结束",
};

const getFailures = (ctx: PathContext) => getDock(ctx).getByRole("alert");

/** The call of the first act that waits. */
const getPending = ({ acts }: AlarmsPathContext, { queue }: Observed): PendingCalls => {
  const [first = ""] = queue as readonly string[];
  const pending = acts[first.split(" ")[0] ?? ""];
  if (!pending) throw new Error(`no call of ${first}`);
  return pending;
};
/** Expects the rows in their order, the selected one, and the card. */
async function expectAlarms(ctx: AlarmsPathContext, { alarms, selected, opened }: Observed): Promise<void> {
  const parse = (text: unknown) => {
    const [, id = "", state = ""] = String(text).split(" ");
    return { id, kind: kindTexts[id] ?? "", state: stateTexts[state] ?? "" };
  };
  const expected = ((alarms ?? []) as readonly string[]).map((text) => {
    const { id, kind, state } = parse(text);
    return `${kind} ${state}${selected === id ? " selected" : ""}`;
  });
  const readRows = () =>
    getDock(ctx)
      .locator("[data-alarm]")
      .evaluateAll((rows) =>
        rows.map((row) => {
          const text = (row as HTMLElement).innerText;
          const kind = /P\d [^\n]+/.exec(text)?.[0].trim();
          const state = /未确认|已确认|已结束/.exec(text)?.[0];
          return `${kind} ${state}${row.getAttribute("aria-pressed") === "true" ? " selected" : ""}`;
        }),
      );
  await waitForValue(async () => (await readRows()).join(), expected.join(), "the rows");
  if (opened === null) return waitForValue(() => getCard(ctx).count(), 0, "the number of cards");
  const card = parse(opened);
  await getCard(ctx).getByRole("heading", { name: card.kind }).waitFor();
  await getCard(ctx).locator("header").getByText(card.state, { exact: true }).waitFor();
}

const expectHidden = ({ page }: PathContext, text: string | RegExp) =>
  waitForValue(() => page.getByText(text).count(), 0, `the number of ${text}`);
const staleText = "实时连接中断，告警每 5 秒查询一次。";
const failedText = /告警没有(更新|读取出来)/;

/** Expects the words for the sound and its buttons, and that no P1 repeats. */
const expectSound = (text: string) => async (ctx: AlarmsPathContext) => {
  ctx.isRepeating = false;
  const status = ctx.page.getByRole("status").filter({ hasText: "告警声音" });
  await waitForValue(() => status.textContent(), text, "the words for the sound");
};

async function expectFailures(ctx: AlarmsPathContext, { failures }: Observed): Promise<void> {
  const texts = (failures as readonly string[]).map((failure) => {
    ok(failure.startsWith("shelve"), failure);
    return "暂时屏蔽告警没有成功：告警已结束";
  });
  await waitForValue(() => getFailures(ctx).count(), texts.length > 0 ? 1 : 0, "the number of failures");
  const readTexts = async () =>
    (await getFailures(ctx).locator("p").allTextContents()).slice(0, texts.length).join();
  if (texts.length > 0) await waitForValue(readTexts, texts.join(), "the failures");
}

/** What a duty officer sees of each state. */
export const alarmsChecks: Readonly<Record<string, DriverCheck<AlarmsPathContext>>> = {
  loading: {
    description: "正在读取告警，已有的告警仍然显示",
    check: async (ctx, seen) => {
      await ctx.open.waitForCall();
      if (seen["alarms"] === null) await ctx.page.getByText("正在读取告警…").waitFor();
      await expectAlarms(ctx, seen);
    },
  },
  "loaded.ready": {
    description: "告警按紧急程度排列",
    check: async (ctx, seen) => {
      await expectAlarms(ctx, seen);
      for (const text of [staleText, failedText]) await expectHidden(ctx, text);
      if (seen["alarms"] instanceof Array && seen["alarms"].length === 0)
        await ctx.page.getByText("当前没有未关闭的告警。").waitFor();
    },
  },
  "loaded.stale": {
    description: "说明实时连接中断，每 5 秒查询一次",
    check: async (ctx, seen) => {
      await expectAlarms(ctx, seen);
      await ctx.page.getByText(staleText).waitFor();
    },
  },
  failed: {
    description: "说明告警没有读取出来，正在自动重试",
    check: async (ctx, seen) => {
      await expectAlarms(ctx, seen);
      const text =
        seen["alarms"] === null
          ? "告警没有读取出来，正在自动重试；在此之前请以电话为准。"
          : "告警没有更新，正在自动重试；下面是上次读取的告警。";
      await ctx.page.getByText(text).waitFor();
    },
  },
  up: { description: "没有“平台连接中断”", check: (ctx) => expectHidden(ctx, "P1 平台连接中断") },
  down: { description: "没有“平台连接中断”", check: (ctx) => expectHidden(ctx, "P1 平台连接中断") },
  lost: {
    description: "一条“平台连接中断”，可以确认一次",
    check: async (ctx, { outage }) => {
      await getBanner(ctx)
        .getByText(/自 \d\d:\d\d:\d\d 起/)
        .waitFor();
      const count = () => getBanner(ctx).getByRole("button", { name: "确认" }).count();
      await waitForValue(count, outage === "lost" ? 1 : 0, "the number of buttons");
    },
  },
  restored: {
    description: "“平台连接中断”：连接已恢复，正在读取告警",
    check: (ctx) => getBanner(ctx).getByText("连接已恢复，正在读取告警…").waitFor(),
  },
  current: { description: "详情是最紧急的或固定的告警", check: expectAlarms },
  over: { description: "已结束的告警还显示 4 秒", check: expectAlarms },
  released: { description: "没有别的告警等待确认，已结束的告警仍显示", check: expectAlarms },
  idle: {
    description: "没有成功的操作列出原因",
    check: (ctx, seen) => expectFailures(ctx, seen),
  },
  acting: {
    description: "操作已发给服务器",
    check: async (ctx, seen) => {
      await getPending(ctx, seen).waitForCall();
      await expectFailures(ctx, seen);
    },
  },
  locked: {
    description: "“告警声音未开启”，可以开启",
    check: async (ctx, { soundError }) => {
      const reason = soundError === null ? "" : `：${String(soundError)}`;
      await expectSound(`告警声音未开启${reason}开启并试听`)(ctx);
    },
  },
  unlocking: { description: "仍是“告警声音未开启”", check: expectSound("告警声音未开启开启并试听") },
  "on.quiet": {
    description: "“告警声音已开启”，没有重复的声音",
    check: expectSound("告警声音已开启静音试听"),
  },
  "on.repeating": {
    description: "“告警声音已开启”，每 3 秒响五声",
    check: async (ctx) => {
      const isNew = !ctx.isRepeating || ctx.hasTimerFired;
      await expectSound("告警声音已开启静音试听")(ctx);
      ctx.isRepeating = true;
      ctx.hasTimerFired = false;
      if (isNew) await waitUntil(async () => (await countTones(ctx)) === ctx.tones + 5, "five tones");
    },
  },
  off: { description: "“告警声音已关闭”", check: expectSound("告警声音已关闭打开试听") },
};
