import { ok } from "node:assert/strict";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { demoAccounts } from "../../../browser/signIn.ts";
import type { Observed } from "../../../model/createReference.ts";
import { liveTasksSubject } from "../../../model/subjects/liveTasks.ts";
import { advanceTime } from "../advanceTime.ts";
import { withDemoAccount } from "../createPathContext.ts";
import { type DriverAction, type DriverCheck, defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import { abortCall } from "../holdCalls.ts";
import { waitForValue, waitUntil } from "../waitUntil.ts";
import { answerTasks, holdTasks, type LiveTasksPathContext, sendFrame, taskNames } from "./liveTasksPage.ts";
import { connect, disconnect, receive, replaceSocketWorker } from "./socketWorker.ts";

const act = (
  description: string,
  run: (ctx: LiveTasksPathContext) => Promise<unknown>,
): DriverAction<LiveTasksPathContext> => ({ description, run });

const getMenuLink = ({ page }: PathContext, name: string) =>
  page.getByRole("navigation", { name: "主菜单" }).getByRole("link", { name, exact: true });
const getList = ({ page }: PathContext) => page.getByRole("region", { name: "任务列表" });
const getPanel = ({ page }: PathContext) => page.getByRole("region", { name: `任务 ${taskNames["42"]}` });
const getMissing = ({ page }: PathContext) => page.getByRole("alert").filter({ hasText: "任务不在进行中" });

/** Chooses a task, which loads the list anew. */
const choose = (id: keyof typeof taskNames) => (ctx: LiveTasksPathContext) =>
  ctx.list.runAndWaitForCall(async () => {
    ctx.isSelected = true;
    await getList(ctx).getByRole("button", { name: taskNames[id] }).click();
  });

/** Changes a setting of the map. Time passes for the popover to appear and go. */
const setLayer = async (ctx: PathContext, change: () => Promise<unknown>) => {
  const button = ctx.page.getByRole("button", { name: "图层", exact: true });
  await button.click();
  await advanceTime(ctx, 500);
  await change();
  await button.click();
  await advanceTime(ctx, 500);
};

/** Expects the panel, or what stands in its place. */
async function expectSelection(ctx: LiveTasksPathContext, { opened, ended, missing, following }: Observed) {
  const isOpen = opened !== null || ended !== null;
  await waitForValue(() => getPanel(ctx).count(), isOpen ? 1 : 0, "the number of panels");
  const endedNotices = getPanel(ctx).getByText(/^任务已结束（.*得知），下面是最后一次收到的数据。$/);
  await waitForValue(() => endedNotices.count(), ended === null ? 0 : 1, "the number of notices of an end");
  await waitForValue(() => getMissing(ctx).count(), missing ? 1 : 0, "the number of missing tasks");
  const unfollow = ctx.page.getByRole("button", { name: "停止跟随" });
  await waitForValue(() => unfollow.count(), following ? 1 : 0, "the number of followed drones");
}

const failedText = /^任务列表读取失败，正在自动重试/;

/** The list with its last rows, and whether the last load failed. */
const shows = (description: string): DriverCheck<LiveTasksPathContext> => ({
  description,
  check: async (ctx, seen) => {
    const rows = getList(ctx).getByRole("listitem");
    await waitForValue(() => rows.count(), seen["listed"] ? 2 : 0, "the number of tasks");
    const failures = getList(ctx).getByText(failedText);
    await waitForValue(() => failures.count(), seen["error"] === null ? 0 : 1, "the number of failures");
    await expectSelection(ctx, seen);
  },
});

/** How the positions arrive, in the page's words. */
const feeds = (phase: string, text: RegExp): DriverCheck<LiveTasksPathContext> => ({
  description: `地图上显示“${text.source.replaceAll(/[\\^$]/g, "")}”`,
  check: ({ page }, { since }) =>
    waitUntil(async () => {
      const shown = (await page.locator(`[data-phase="${phase}"]`).allInnerTexts()).join();
      return text.test(shown) && shown.includes("（自 ") === (since !== null);
    }, `the feed ${phase}`),
});

/** 实时任务: the list and the chosen task, beside the map's line of data. */
export const liveTasksDriver = defineDriver<LiveTasksPathContext>({
  machine: "liveTasks",
  title: "实时任务",
  subject: liveTasksSubject,
  precondition: "值班员打开了历史任务",
  key: () => null,
  walks: [
    [
      "page is shown",
      "list arrives",
      "connection comes up",
      "frame arrives",
      "after",
      "frame arrives",
      "tasks change",
      "after",
      "list fails",
      "after",
      "after",
      "list arrives",
      "list is reloaded",
      "list arrives",
      "connection goes down",
      "list arrives",
      "after",
      "list arrives",
      "lost ones are queried",
      "list arrives",
      "page is hidden",
      "page is shown",
      "list arrives",
    ],
    [
      "page is shown",
      "list arrives",
      "task 42 is chosen",
      "list arrives with 42",
      "starts following",
      "stops following",
      "the task is left",
      "task 43 is chosen",
      "task 42 is chosen",
      "list arrives with 42",
      "list is reloaded",
      "list arrives",
      "the task is left",
      "task 43 is chosen",
      "list arrives",
      "the task is left",
      "trails are toggled",
      "raw positions",
    ],
  ],
  open: async (base) => {
    const { page, context } = base;
    await replaceSocketWorker(page);
    const calls = await holdTasks(page);
    await context.clock.install();
    await enterWithSession(withDemoAccount(base, demoAccounts.duty), "/page/directive");
    await getMenuLink(base, "实时任务").waitFor();
    // With a paused clock it might never start.
    await waitUntil(() => page.evaluate(() => window.isSessionStarted), "the start of the session");
    await pauseClock(page);
    return { ...base, ...calls, isSelected: false, isDown: false, frames: 0 };
  },
  actions: {
    "page is shown": act("点击菜单“实时任务”", (ctx) =>
      ctx.list.runAndWaitForCall(() => getMenuLink(ctx, "实时任务").click()),
    ),
    "page is hidden": act("点击菜单“历史任务”", (ctx) => getMenuLink(ctx, "历史任务").click()),
    "connection comes up": act("实时连接接通", connect),
    "connection goes down": act("实时连接中断", (ctx) =>
      ctx.list.runAndWaitForCall(() => {
        ctx.isDown = true;
        return disconnect(ctx, 0);
      }),
    ),
    "frame arrives": act("收到一帧无人机位置", sendFrame),
    "tasks change": act("收到任务开始的消息", (ctx) =>
      receive(ctx, { type: "worker.frame", frame: { type: 5, at: "", data: { events: [] } } }),
    ),
    "list is reloaded": act("点击“刷新列表”", (ctx) =>
      ctx.list.runAndWaitForCall(() => getList(ctx).getByRole("button", { name: "刷新列表" }).click()),
    ),
    "lost ones are queried": act("点击“失联”", (ctx) =>
      ctx.list.runAndWaitForCall(() => getList(ctx).getByRole("button", { name: /^失联/ }).click()),
    ),
    "list arrives": act("服务器答复：两个任务，所选任务已不在其中", (ctx) => answerTasks(ctx, null)),
    "list arrives with 42": act("服务器答复：两个任务和所选任务", (ctx) => answerTasks(ctx, "42")),
    "list fails": act("请求失败", ({ list }) => list.respond(abortCall)),
    "task 42 is chosen": act(`点击任务“${taskNames["42"]}”`, choose("42")),
    "task 43 is chosen": act(`点击任务“${taskNames["43"]}”`, choose("43")),
    "the task is left": act("点击“关闭任务”", (ctx) => {
      ctx.isSelected = false;
      return ctx.page.getByRole("button", { name: "关闭任务" }).click();
    }),
    "starts following": act("点击“跟随选中的无人机”", ({ page }) =>
      page.getByRole("button", { name: "跟随选中的无人机" }).click(),
    ),
    "stops following": act("点击“停止跟随”", ({ page }) =>
      page.getByRole("button", { name: "停止跟随" }).click(),
    ),
    "trails are toggled": act("在“图层”中取消“轨迹”", (ctx) =>
      setLayer(ctx, async () => {
        const trails = ctx.page.getByRole("checkbox", { name: "轨迹" });
        await trails.uncheck();
        ok(!(await trails.isChecked()));
      }),
    ),
    "raw positions": act("在“图层”中选择“原始点位”", (ctx) =>
      setLayer(ctx, () => ctx.page.getByText("原始点位", { exact: true }).click()),
    ),
  },
  advanceTimer: async (ctx, ms, checkStill) => {
    const from = ctx.elapsed.timers;
    await advanceTime(ctx, Math.max(0, ms - 100));
    await checkStill();
    await advanceTime(ctx, ms - (ctx.elapsed.timers - from));
  },
  checks: {
    offline: {
      description: "显示历史任务",
      check: (ctx) => waitForValue(() => getList(ctx).count(), 0, "the number of task lists"),
    },
    "shown.waiting": feeds("offline", /^正在建立实时连接…$/),
    "shown.snapshot": feeds("snapshot", /^正在读取全部无人机位置…$/),
    "shown.streaming": feeds("streaming", /^实时 · 平滑显示/),
    "shown.stale": feeds("stale", /^数据已停止更新/),
    "shown.polling": feeds("polling", /^实时连接中断/),
    "working.loading": { description: "正在读取任务列表", check: ({ list }) => list.waitForCall() },
    "working.waiting": shows("任务列表和所选任务是最新的"),
    "working.settling": shows("任务列表稍后更新"),
    "working.failed": shows("任务列表上方提示读取失败，正在自动重试"),
  },
});
