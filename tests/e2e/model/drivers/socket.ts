import { deepStrictEqual, equal, ok } from "node:assert/strict";
import { type Gate, type GateLine, openGate } from "../../../browser/gate.ts";
import { socketSubject } from "../../../model/subjects/socket.ts";
import { type Desk, driver } from "../driver.ts";
import { enter, signedInElsewhere } from "../enter.ts";
import { chooseOfAvatar, menuOf, seeLogin, seeOnce } from "../screens.ts";
import { becomes, until } from "../until.ts";

interface SocketDesk extends Desk {
  readonly gate: Gate;
  /** When the present state began, as far as one sees from outside, ms. */
  since: number;
}

const light = ({ page }: Desk, name: RegExp) => page.getByRole("img", { name });
const banner = ({ page }: Desk) => page.getByText(/与服务器的实时连接已中断/);

/** The newest line, waiting until there are so many. */
async function line({ gate }: SocketDesk, count = 1): Promise<GateLine> {
  await until(() => gate.lines.length >= count, `${count} handshakes`);
  const newest = gate.lines.at(-1);
  if (!newest) throw new Error("no handshake");
  return newest;
}

/** No handshake follows within a while. */
async function staysClosed(desk: SocketDesk): Promise<void> {
  const before = desk.gate.lines.length;
  await desk.page.waitForTimeout(1_500);
  equal(desk.gate.lines.length, before);
}

/** Between what is due and a second and a half later: the machine is busy, a browser's timer is never early. */
const took = (ms: number, due: number) =>
  ok(ms > due - 50 && ms < due + 1_500, `took ${Math.round(ms)} ms instead of ${due}`);

/** The live connection as an operator meets it, in real time. */
export const socketDriver = driver<SocketDesk>({
  machine: "socket",
  title: "实时连接",
  subject: socketSubject,
  before: "没有登录",
  brief: true,
  key: ({ context }) => context.unanswered === 0,
  open: async (desk) => {
    const gate = await openGate(desk.base);
    gate.holds = true;
    await desk.page.goto(gate.url);
    return { ...desk, base: gate.url, gate, since: performance.now() };
  },
  close: async ({ gate }) => gate[Symbol.asyncDispose](),
  explores: (snapshot, { label }) => {
    if (label === "logged in elsewhere") return snapshot.matches({ live: "online" });
    if (label === "session 1 starts") return snapshot.matches("closed");
    if (label === "session ends") return snapshot.matches({ live: "online" });
    return !/4001|4006|4029/.test(label) || snapshot.matches({ live: "registering" });
  },
  acts: {
    "session 1 starts": {
      words: "登录，进入后台",
      go: async (desk) => {
        const before = desk.gate.lines.length;
        // A page without a live map, which would open the fleet on the same line.
        await enter(desk.page, desk.base, desk.phone, "/account/userList");
        await menuOf(desk.page).waitFor();
        desk.since = (await line(desk, before + 1)).startedAt;
      },
    },
    "session ends": {
      words: "退出登录",
      go: async (desk) => {
        // The server closes an ended session's line too: here the page has to do it by itself.
        (await line(desk)).mute();
        await chooseOfAvatar(desk.page, "退出登录");
      },
    },
    "line opens": {
      words: "服务器接受连接",
      go: async (desk) => {
        const present = await line(desk);
        present.pass();
        await until(() => present.sent.length > 0, "a first frame");
        desk.since = present.sent[0]?.at ?? 0;
      },
    },
    registered: {
      words: "服务器答复注册（1）",
      go: async (desk) => {
        desk.since = performance.now();
        (await line(desk)).hear();
      },
    },
    "logged in elsewhere": {
      words: "同一账号在另一处登录（6）",
      go: ({ context, base, phone }) => signedInElsewhere(context, base, phone),
    },
    "line drops": {
      words: "网络中断",
      go: async (desk) => {
        (await line(desk)).drop();
        desk.since = performance.now();
      },
    },
    "line drops 4001": { words: "服务器以 4001 关闭连接", go: async (desk) => (await line(desk)).drop(4001) },
    "line drops 4029": { words: "服务器以 4029 关闭连接", go: async (desk) => (await line(desk)).drop(4029) },
    "line drops 4006": { words: "服务器以 4006 关闭连接", go: async (desk) => (await line(desk)).drop(4006) },
  },
  after: async (desk, ms, still) => {
    const present = await line(desk);
    await still();
    // What the timer leads to: another handshake, a heartbeat, or the end of a line that says nothing.
    const since = () =>
      [
        ...desk.gate.lines.map(({ startedAt }) => startedAt),
        ...present.sent.map(({ at }) => at),
        present.closedByPageAt ?? 0,
      ].filter((at) => at > desk.since);
    await until(() => since().length > 0, "anything after the timer", ms + 10_000);
    const at = Math.min(...since());
    took(at - desk.since, ms);
    desk.since = at;
    desk.time.timers += ms;
  },
  looks: {
    closed: { words: "登录页，没有连接", see: (desk) => seeLogin(desk.page).then(() => staysClosed(desk)) },
    "live.connecting": {
      words: "状态灯“正在连接…”或仍说明中断",
      see: (desk) => light(desk, /正在连接…/).waitFor(),
    },
    "live.registering": {
      words: "状态灯“正在连接…”，已发出注册（1）：平台、用户、令牌",
      see: async (desk) => {
        await light(desk, /正在连接…/).waitFor();
        const [first] = (await line(desk)).sent;
        const { token, user } = await desk.page.evaluate(() => ({
          token: localStorage.getItem("token"),
          user: localStorage.getItem("user") ?? "",
        }));
        //
        const { id } = JSON.parse(user) as { id: string };
        deepStrictEqual(first?.frame, { platform: "web", type: 1, userId: id, token, taskId: "" });
      },
    },
    "live.online.beating": {
      words: "状态灯“实时连接正常”，每 5 秒一次心跳（2）",
      see: async (desk) => {
        await light(desk, /实时连接正常/).waitFor();
        await becomes(() => banner(desk).count(), 0, "the number of banners");
      },
    },
    "live.closing": {
      words: "回到登录页，连接由页面关闭",
      see: async (desk) => {
        await seeLogin(desk.page);
        const ended = await line(desk);
        await until(() => ended.closedByPageAt !== null, "the page closing its line");
      },
    },
    waiting: {
      words: "说明实时连接已中断，每 10 秒自动重连",
      see: (desk) => banner(desk).waitFor(),
    },
    crowdedOut: {
      words: "说明打开的页面过多，请刷新本页，不再连接",
      see: async (desk) => {
        await banner(desk).filter({ hasText: "您同时打开的页面过多" }).waitFor();
        await staysClosed(desk);
      },
    },
    kicked: {
      words: "登录页，“账号已在其他地方登录”一次，不再连接",
      see: async (desk) => {
        await seeLogin(desk.page);
        await seeOnce(desk.page, /账号已在其他地方登录/);
        await staysClosed(desk);
      },
    },
    refused: {
      words: "登录页，“登录过期，请关闭重新进入。”，不再连接",
      see: async (desk) => {
        await seeLogin(desk.page);
        await seeOnce(desk.page, "登录过期，请关闭重新进入。");
        await staysClosed(desk);
      },
    },
  },
});
