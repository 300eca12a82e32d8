import type { Page } from "playwright-core";
import * as z from "zod/mini";
import type { AlarmRow } from "../../../../adapters/contract/alarm.ts";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { demoAccounts } from "../../../browser/signIn.ts";
import { alarmsSubject } from "../../../model/subjects/alarms.ts";
import { advanceTime } from "../advanceTime.ts";
import { withDemoAccount } from "../createPathContext.ts";
import { type DriverAction, defineDriver } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import { abortCall, type CallHandler, holdCalls, respondWith } from "../holdCalls.ts";
import { waitUntil } from "../waitUntil.ts";
import { alarmsChecks } from "./alarmsChecks.ts";
import {
  type AlarmsPathContext,
  at,
  countTones,
  createAlarm,
  getBanner,
  getCard,
  getRow,
  holdSound,
  type places,
} from "./alarmsPage.ts";
import { connect, disconnect, receive, replaceSocketWorker } from "./socketWorker.ts";

const outageMs = 4_000;
const calm = { isActive: false, folded: [] };
const acknowledgedA = createAlarm("a", "p1", "acknowledged", 2);

/** An action, before which the tones are counted. */
const act = (
  description: string,
  run: (ctx: AlarmsPathContext) => Promise<unknown>,
): DriverAction<AlarmsPathContext> => ({
  description,
  run: async (ctx) => {
    ctx.tones = await countTones(ctx);
    await run(ctx);
  },
});
const send = (description: string, ...alarms: readonly AlarmRow[]) =>
  act(description, (ctx) =>
    receive(ctx, { type: "worker.frame", frame: { type: 7, at, data: { alarms, flood: calm, desks: [] } } }),
  );
const load = (description: string, ...alarms: readonly AlarmRow[]) =>
  act(description, ({ open }) =>
    open.respond(respondWith(0, "", { at, alarms, more: 0, flood: calm, desk: null })),
  );
const click = (name: string) => (ctx: AlarmsPathContext) =>
  ctx.page.getByRole("button", { name, exact: true }).click();
const chooseAlarm = (id: keyof typeof places) => (ctx: AlarmsPathContext) => getRow(ctx, id).click();

/** Answers the only act that waits. */
async function answerActs(
  { acts }: AlarmsPathContext,
  answers: Readonly<Record<string, CallHandler>>,
): Promise<void> {
  const waiting = Object.keys(answers).map(async (name) => {
    await acts[name]?.waitForCall();
    return name;
  });
  const name = await Promise.race(waiting);
  const answer = answers[name];
  if (answer) await acts[name]?.respond(answer);
}

/** Whoever is signed in is on duty. */
const putOnDuty = (page: Page) =>
  page.route("**/x/duty/current", async (route) => {
    const user = z.object({ id: z.string() }).parse(JSON.parse(await page.evaluate(readUser)));
    const shift = {
      id: "1",
      version: 1,
      staffId: user.id,
      staffName: "孙悦",
      scope: { by: "all", items: [] },
      leaderPhone: "",
      startedAt: at,
      endedAt: null,
      endReason: null,
      handoverNote: "",
      flightsAtStart: 0,
      flightsAtEnd: null,
    };
    const data = { at, shifts: [shift], previous: null, notes: [], flightsInAir: 0 };
    await route.fulfill({ json: { state: 0, message: "", data } });
  });
const readUser = () => localStorage.getItem("user") ?? "";

/** 当前告警: list, acts, sound and the platform's own line, beside the map. */
export const alarmsDriver = defineDriver<AlarmsPathContext>({
  machine: "alarms",
  title: "当前告警",
  subject: alarmsSubject,
  precondition: "值班员打开了实时任务，展开了告警列表；服务器还没有答复",
  key: () => null,
  walks: [
    [
      "connection comes up",
      "c is raised",
      "a and b are loaded",
      "reload",
      "a is over",
      "no alarms are loaded",
      "after",
      "b is raised",
      "a is raised",
      "a is chosen",
      "acknowledge a",
      "act succeeds",
      "acknowledge a",
      "act answers that a is acknowledged",
      "b is chosen",
      "shelve b",
      "act is refused",
      "retry",
      "act is refused",
      "dismiss",
      "a is chosen",
      "close a",
      "act answers that a is acknowledged",
      "a is over",
      "after",
      "b is chosen",
      "the card is unpinned",
      "the alarm is left",
      "reload",
      "load fails",
      "after",
      "a and b are loaded",
    ],
    // No time passes before the outage: one that follows a silence of the drones begins with the silence.
    [
      "load fails",
      "connection comes up",
      "no alarms are loaded",
      "connection goes down 4 s ago",
      "connection comes up",
      "no alarms are loaded",
      "the sound is unlocked",
      "the sound does not open",
      "the sound is unlocked",
      "the sound opens",
      "b is raised",
      "a is raised",
      "the sound is tested",
      "the sound is muted",
      "the sound is unmuted",
      "a is acknowledged elsewhere",
      "the sound is lost",
      "the sound is unlocked",
      "the sound opens",
      "connection goes down 4 s ago",
      "no alarms are loaded",
      "after",
      "after",
      // A call that waits for 5 s fails.
      "no alarms are loaded",
      "after",
      "after",
      "the outage is acknowledged",
      "connection comes up",
      "connection goes down 4 s ago",
      "connection comes up",
      "a and b are loaded",
      "after",
    ],
  ],
  open: async (base) => {
    const { page, context } = base;
    await replaceSocketWorker(page);
    await holdSound(page);
    const open = await holdCalls(page, "**/x/alarm/open");
    const acts = {
      acknowledge: await holdCalls(page, "**/x/alarm/ack"),
      shelve: await holdCalls(page, "**/x/alarm/shelve"),
      close: await holdCalls(page, "**/x/alarm/close"),
    };
    await context.clock.install();
    await putOnDuty(page);
    await enterWithSession(withDemoAccount(base, demoAccounts.duty), "/page/page");
    await page.getByRole("button", { name: "告警列表" }).click();
    // With a paused clock it might never start.
    await waitUntil(() => page.evaluate(() => window.isSessionStarted), "the start of the session");
    await pauseClock(page);
    return { ...base, open, acts, tones: 0, isRepeating: false, hasTimerFired: false };
  },
  actions: {
    "connection comes up": act("实时连接接通", (ctx) => ctx.open.runAndWaitForCall(() => connect(ctx))),
    "connection goes down 4 s ago": act("实时连接已中断 4 秒", (ctx) =>
      ctx.open.runAndWaitForCall(() => disconnect(ctx, outageMs)),
    ),
    "a is raised": send("发生 P1 告警", createAlarm("a", "p1")),
    "b is raised": send("发生 P2 告警", createAlarm("b", "p2")),
    "c is raised": send("发生 P3 告警", createAlarm("c", "p3")),
    "a is acknowledged elsewhere": send("别人确认了 P1 告警", acknowledgedA),
    "a is over": send("P1 告警结束", createAlarm("a", "p1", "gone", 3)),
    reload: act("收到另一版本的告警消息", (ctx) =>
      ctx.open.runAndWaitForCall(() =>
        receive(ctx, { type: "worker.frame", frame: { type: 7, at, data: "" } }),
      ),
    ),
    "no alarms are loaded": load("服务器答复：没有告警"),
    "a and b are loaded": load(
      "服务器答复：P1、P2 告警各一条",
      createAlarm("b", "p2"),
      createAlarm("a", "p1"),
    ),
    "load fails": act("请求失败", ({ open }) => open.respond(abortCall)),
    "a is chosen": act("点击 P1 告警", chooseAlarm("a")),
    "b is chosen": act("点击 P2 告警", chooseAlarm("b")),
    "the alarm is left": act("点击“收起告警详情”", click("收起告警详情")),
    "the card is unpinned": act("点击“固定这条告警”，不再固定", click("固定这条告警")),
    "acknowledge a": act("在 P1 告警的行上按空格", async (ctx) => {
      await getRow(ctx, "a").focus();
      await ctx.page.keyboard.press("Space");
    }),
    "shelve b": act("暂时屏蔽 10 分钟，原因“演练”", async (ctx) => {
      await getCard(ctx).getByRole("button", { name: "暂时屏蔽" }).click();
      const form = ctx.page.getByRole("form", { name: "暂时屏蔽" });
      await form.getByLabel("屏蔽原因").fill("演练");
      await form.getByRole("button", { name: "屏蔽", exact: true }).click();
    }),
    "close a": act("以“误报”关闭", async (ctx) => {
      await getCard(ctx).getByRole("button", { name: "关闭", exact: true }).click();
      const form = ctx.page.getByRole("form", { name: "关闭告警" });
      await form.getByText("误报", { exact: true }).click();
      await form.getByRole("button", { name: "关闭告警" }).click();
    }),
    "act succeeds": act("服务器答复：成功", (ctx) =>
      answerActs(ctx, { acknowledge: respondWith(0, "", { alarms: [] }) }),
    ),
    "act answers that a is acknowledged": act("服务器答复：P1 告警已确认", (ctx) =>
      answerActs(ctx, {
        acknowledge: respondWith(0, "", { alarms: [acknowledgedA] }),
        close: respondWith(0, "", acknowledgedA),
      }),
    ),
    "act is refused": act("服务器拒绝：告警已结束", (ctx) =>
      answerActs(ctx, { shelve: respondWith(-1, "告警已结束") }),
    ),
    retry: act("点击“重试”", click("重试")),
    dismiss: act("点击“知道了”", click("知道了")),
    "the outage is acknowledged": act("确认“平台连接中断”", (ctx) =>
      getBanner(ctx).getByRole("button", { name: "确认" }).click(),
    ),
    "the sound is unlocked": act("点击“开启并试听”", click("开启并试听")),
    "the sound opens": act("浏览器打开声音", ({ page }) => page.evaluate(() => window.settleSound())),
    "the sound does not open": act("浏览器没有声音设备", ({ page }) =>
      page.evaluate(() => window.settleSound("没有声音设备")),
    ),
    "the sound is muted": act("点击“静音”", click("静音")),
    "the sound is unmuted": act("点击“打开”", click("打开")),
    "the sound is tested": act("点击“试听”，响两声", async (ctx) => {
      await click("试听")(ctx);
      await waitUntil(async () => (await countTones(ctx)) >= ctx.tones + 2, "two tones");
    }),
    "the sound is lost": act("浏览器停止声音", ({ page }) => page.evaluate(() => window.sound?.suspend())),
  },
  advanceTimer: async (ctx, ms, checkStill) => {
    const from = ctx.elapsed.timers;
    await advanceTime(ctx, Math.max(0, ms - 100));
    await checkStill();
    ctx.tones = await countTones(ctx);
    ctx.hasTimerFired = true;
    await advanceTime(ctx, ms - (ctx.elapsed.timers - from));
  },
  checks: alarmsChecks,
});
