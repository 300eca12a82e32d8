import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { patienceMs } from "../../../../scripts/testing/patience.ts";
import { type ProxiedSocket, type SocketProxy, startSocketProxy } from "../../../browser/socketProxy.ts";
import { socketSubjects } from "../../../model/subjects/socket.ts";
import { defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession, loginElsewhere } from "../enterWithSession.ts";
import { chooseAvatarItem, expectLogin, expectOnce, getMenu } from "../pageChecks.ts";
import { waitForValue, waitUntil } from "../waitUntil.ts";

interface SocketPathContext extends PathContext {
  readonly proxy: SocketProxy;
  /** When the current state started, as observed from outside, `performance.now()` in ms. */
  stateStartedAt: number;
}

const getStatusLight = ({ page }: PathContext, name: RegExp) => page.getByRole("img", { name });
const getBanner = ({ page }: PathContext) => page.getByText(/实时连接中断（自.*(每 10 秒|在此之前)/);

/** The newest socket; waits until there are at least `count`. */
async function getLatestSocket({ proxy }: SocketPathContext, count = 1): Promise<ProxiedSocket> {
  await waitUntil(() => proxy.sockets.length >= count, `${count} handshakes`);
  const newest = proxy.sockets.at(-1);
  if (!newest) throw new Error("no handshake");
  return newest;
}

/** Expects no handshake to follow at once: it would arrive before the answer to a later request. */
async function expectStaysClosed(ctx: SocketPathContext): Promise<void> {
  const before = ctx.proxy.sockets.length;
  await ctx.page.evaluate(() => fetch("/config.json").then((answer) => answer.text()));
  equal(ctx.proxy.sockets.length, before);
}

/** Allows 1.5 s of delay on a busy machine; timers never fire early, except for rounding. */
const expectDuration = (ms: number, expectedMs: number) =>
  ok(ms > expectedMs - 50 && ms < expectedMs + 1_500, `took ${Math.round(ms)} ms instead of ${expectedMs}`);

const answerDueMs = 2_000;

/** The WebSocket connection, in real time. */
export const socketDriver = defineDriver<SocketPathContext>({
  machine: "socket",
  title: "实时连接",
  subject: socketSubjects[0],
  precondition: "没有登录",
  statesOnly: true,
  key: ({ context }) => context.missedHeartbeats === 0,
  open: async (ctx) => {
    const proxy = await startSocketProxy(ctx.base);
    proxy.paused = true;
    await ctx.page.goto(proxy.url);
    return { ...ctx, base: proxy.url, proxy, stateStartedAt: performance.now() };
  },
  close: async ({ proxy }) => proxy[Symbol.asyncDispose](),
  shouldExplore: (snapshot, { label }) => {
    if (label === "logged in elsewhere") return snapshot.matches({ live: "online" });
    if (label === "session 1 starts") return snapshot.matches("closed");
    if (label === "session ends") return snapshot.matches({ live: "online" });
    return !/4001|4006|4029/.test(label) || snapshot.matches({ live: "registering" });
  },
  actions: {
    "session 1 starts": {
      description: "登录，进入后台",
      run: async (ctx) => {
        const before = ctx.proxy.sockets.length;
        // A page without the live map, which would send frames on the same socket.
        await enterWithSession(ctx, "/account/userList");
        await getMenu(ctx.page).waitFor();
        ctx.stateStartedAt = (await getLatestSocket(ctx, before + 1)).startedAt;
      },
    },
    "session ends": {
      description: "退出登录",
      run: async (ctx) => {
        // Hides the server's close of the ended session, so that the page must close by itself.
        (await getLatestSocket(ctx)).mute();
        await chooseAvatarItem(ctx.page, "退出登录");
      },
    },
    "connection opens": {
      description: "服务器接受连接",
      run: async (ctx) => {
        const current = await getLatestSocket(ctx);
        current.accept();
        await waitUntil(() => current.sent.length > 0, "a first frame");
        ctx.stateStartedAt = current.sent[0]?.at ?? 0;
      },
    },
    registered: {
      description: "服务器答复注册（1）",
      run: async (ctx) => {
        ctx.stateStartedAt = performance.now();
        (await getLatestSocket(ctx)).resume();
      },
    },
    "logged in elsewhere": {
      description: "同一账号在另一处登录（6）",
      run: loginElsewhere,
    },
    "the network may be back": {
      description: "浏览器报告网络恢复",
      run: async (ctx) => {
        ctx.stateStartedAt = performance.now();
        await ctx.page.evaluate(() => window.dispatchEvent(new Event("online")));
      },
    },
    "connection drops": {
      description: "网络中断",
      run: async (ctx) => {
        (await getLatestSocket(ctx)).drop();
        ctx.stateStartedAt = performance.now();
      },
    },
    "connection drops 4001": {
      description: "服务器以 4001 关闭连接",
      run: async (ctx) => (await getLatestSocket(ctx)).drop(4001),
    },
    "connection drops 4029": {
      description: "服务器以 4029 关闭连接",
      run: async (ctx) => (await getLatestSocket(ctx)).drop(4029),
    },
    "connection drops 4006": {
      description: "服务器以 4006 关闭连接",
      run: async (ctx) => (await getLatestSocket(ctx)).drop(4006),
    },
  },
  advanceTimer: async (ctx, ms, checkStill) => {
    const current = await getLatestSocket(ctx);
    await checkStill();
    // The time for an answer ends without anything that is seen from outside.
    if (ms === answerDueMs) {
      await new Promise((resolve) => setTimeout(resolve, ctx.stateStartedAt + ms - performance.now()));
      ctx.stateStartedAt += ms;
      ctx.elapsed.timers += ms;
      return;
    }
    // The timer's effect: a handshake, a heartbeat, or the page closing a silent connection.
    const getEventTimes = () =>
      [
        ...ctx.proxy.sockets.map(({ startedAt }) => startedAt),
        ...current.sent.map(({ at }) => at),
        current.closedByPageAt ?? 0,
      ].filter((at) => at > ctx.stateStartedAt);
    await waitUntil(() => getEventTimes().length > 0, "anything after the timer", ms + patienceMs);
    const at = Math.min(...getEventTimes());
    expectDuration(at - ctx.stateStartedAt, ms);
    ctx.stateStartedAt = at;
    ctx.elapsed.timers += ms;
  },
  checks: {
    closed: {
      description: "登录页，没有连接",
      check: (ctx) => expectLogin(ctx.page).then(() => expectStaysClosed(ctx)),
    },
    "live.connecting": {
      description: "状态灯“正在连接…”或仍说明中断",
      check: (ctx) => getStatusLight(ctx, /正在连接…/).waitFor(),
    },
    "live.registering": {
      description: "状态灯“正在连接…”，已发出注册（1）：平台、用户、令牌",
      check: async (ctx) => {
        await getStatusLight(ctx, /正在连接…/).waitFor();
        const [first] = (await getLatestSocket(ctx)).sent;
        const { token, user } = await ctx.page.evaluate(() => ({
          token: localStorage.getItem("token"),
          user: localStorage.getItem("user") ?? "",
        }));
        //
        const { id } = JSON.parse(user) as { id: string };
        deepStrictEqual(first?.frame, { platform: "web", type: 1, userId: id, token, taskId: "" });
      },
    },
    "live.online.beating": {
      description: "状态灯“实时连接正常”，每 5 秒一次心跳（2）",
      check: async (ctx) => {
        await getStatusLight(ctx, /实时连接正常/).waitFor();
        await waitForValue(() => getBanner(ctx).count(), 0, "the number of banners");
      },
    },
    "live.online.resting": {
      description: "状态灯“实时连接正常”，等待下一次心跳",
      check: (ctx) => getStatusLight(ctx, /实时连接正常/).waitFor(),
    },
    "live.online.probing": {
      description: "网络恢复后立即发出心跳（2）",
      check: async (ctx) => {
        const current = await getLatestSocket(ctx);
        await waitUntil(
          () => current.sent.some(({ at, frame }) => at >= ctx.stateStartedAt && frame["type"] === 2),
          "a heartbeat at once",
        );
      },
    },
    "live.closing": {
      description: "回到登录页，连接由页面关闭",
      check: async (ctx) => {
        await expectLogin(ctx.page);
        const closedSocket = await getLatestSocket(ctx);
        await waitUntil(() => closedSocket.closedByPageAt !== null, "the page closing its socket");
      },
    },
    waiting: {
      description: "说明实时连接已中断，每 10 秒自动重连",
      check: (ctx) => getBanner(ctx).waitFor(),
    },
    crowdedOut: {
      description: "说明打开的页面过多，请刷新本页，不再连接",
      check: async (ctx) => {
        await getBanner(ctx).filter({ hasText: "您同时打开的页面过多" }).waitFor();
        await expectStaysClosed(ctx);
      },
    },
    kicked: {
      description: "登录页，“账号已在其他地方登录”一次，不再连接",
      check: async (ctx) => {
        await expectLogin(ctx.page);
        await expectOnce(ctx.page, /账号已在其他地方登录/);
        await expectStaysClosed(ctx);
      },
    },
    refused: {
      description: "登录页，“登录过期，请关闭重新进入。”，不再连接",
      check: async (ctx) => {
        await expectLogin(ctx.page);
        await expectOnce(ctx.page, "登录过期，请关闭重新进入。");
        await expectStaysClosed(ctx);
      },
    },
  },
});
