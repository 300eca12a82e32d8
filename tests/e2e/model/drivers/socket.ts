import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { type ProxiedSocket, type SocketProxy, startSocketProxy } from "../../../browser/socketProxy.ts";
import { socketSubject } from "../../../model/subjects/socket.ts";
import { defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession, loginElsewhere } from "../enterWithSession.ts";
import { chooseAvatarItem, expectLogin, expectOnce, getMenu } from "../pageChecks.ts";
import { waitForValue, waitUntil } from "../waitUntil.ts";

interface SocketPathContext extends PathContext {
  readonly proxy: SocketProxy;
  /** When the present state began, as far as one sees from outside, ms. */
  stateStartedAt: number;
}

const getStatusLight = ({ page }: PathContext, name: RegExp) => page.getByRole("img", { name });
const getBanner = ({ page }: PathContext) => page.getByText(/与服务器的实时连接已中断/);

/** The newest line, waiting until there are so many. */
async function getLatestSocket({ proxy }: SocketPathContext, count = 1): Promise<ProxiedSocket> {
  await waitUntil(() => proxy.sockets.length >= count, `${count} handshakes`);
  const newest = proxy.sockets.at(-1);
  if (!newest) throw new Error("no handshake");
  return newest;
}

/** No handshake follows within a while. */
async function expectStaysClosed(ctx: SocketPathContext): Promise<void> {
  const before = ctx.proxy.sockets.length;
  await ctx.page.waitForTimeout(1_500);
  equal(ctx.proxy.sockets.length, before);
}

/** Between what is due and a second and a half later: the machine is busy, a browser's timer is never early. */
const expectDuration = (ms: number, expectedMs: number) =>
  ok(ms > expectedMs - 50 && ms < expectedMs + 1_500, `took ${Math.round(ms)} ms instead of ${expectedMs}`);

/** The live connection as an operator meets it, in real time. */
export const socketDriver = defineDriver<SocketPathContext>({
  machine: "socket",
  title: "实时连接",
  subject: socketSubject,
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
        // A page without a live map, which would open the fleet on the same line.
        await enterWithSession(ctx.page, ctx.base, ctx.phone, "/account/userList");
        await getMenu(ctx.page).waitFor();
        ctx.stateStartedAt = (await getLatestSocket(ctx, before + 1)).startedAt;
      },
    },
    "session ends": {
      description: "退出登录",
      run: async (ctx) => {
        // The server closes an ended session's line too: here the page has to do it by itself.
        (await getLatestSocket(ctx)).mute();
        await chooseAvatarItem(ctx.page, "退出登录");
      },
    },
    "line opens": {
      description: "服务器接受连接",
      run: async (ctx) => {
        const present = await getLatestSocket(ctx);
        present.accept();
        await waitUntil(() => present.sent.length > 0, "a first frame");
        ctx.stateStartedAt = present.sent[0]?.at ?? 0;
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
      run: ({ context, base, phone }) => loginElsewhere(context, base, phone),
    },
    "line drops": {
      description: "网络中断",
      run: async (ctx) => {
        (await getLatestSocket(ctx)).drop();
        ctx.stateStartedAt = performance.now();
      },
    },
    "line drops 4001": {
      description: "服务器以 4001 关闭连接",
      run: async (ctx) => (await getLatestSocket(ctx)).drop(4001),
    },
    "line drops 4029": {
      description: "服务器以 4029 关闭连接",
      run: async (ctx) => (await getLatestSocket(ctx)).drop(4029),
    },
    "line drops 4006": {
      description: "服务器以 4006 关闭连接",
      run: async (ctx) => (await getLatestSocket(ctx)).drop(4006),
    },
  },
  advanceTimer: async (ctx, ms, checkStill) => {
    const present = await getLatestSocket(ctx);
    await checkStill();
    // What the timer leads to: another handshake, a heartbeat, or the end of a line that says nothing.
    const since = () =>
      [
        ...ctx.proxy.sockets.map(({ startedAt }) => startedAt),
        ...present.sent.map(({ at }) => at),
        present.closedByPageAt ?? 0,
      ].filter((at) => at > ctx.stateStartedAt);
    await waitUntil(() => since().length > 0, "anything after the timer", ms + 10_000);
    const at = Math.min(...since());
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
    "live.closing": {
      description: "回到登录页，连接由页面关闭",
      check: async (ctx) => {
        await expectLogin(ctx.page);
        const closedSocket = await getLatestSocket(ctx);
        await waitUntil(() => closedSocket.closedByPageAt !== null, "the page closing its line");
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
