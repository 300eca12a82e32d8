import { expect, test, vi } from "vitest";
import { createActor } from "xstate";
import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import { createClient } from "../../adapters/http/client.ts";
import { wallMachine } from "../../machines/wall.machine.ts";
import { keepSocket } from "../../src/wall/keepSocket.ts";
import { createSessionOpener } from "../../src/wall/openSession.ts";

type Answer = () => Response | Promise<Response>;
const json = (status: number, body: unknown) => Response.json(body, { status });
const refuse = (status: number, message: string, reason: string) =>
  json(status, { state: -1, message, data: { reason } });

const screen = {
  id: "7",
  name: "东墙",
  layout: "map",
  shown: "",
  sound: false,
  serverTime: "2026-11-26T00:00:00.000Z",
};
const well: Answer = () => json(200, { state: 0, message: "", data: screen });
const login = { state: -1, message: "请先登录", data: null };

/** A screen with a link in its address, against a server whose next answers are scripted. */
function startScreen(answers: readonly Answer[], hash = "link") {
  const asked: unknown[] = [];
  let token = hash;
  const client = createClient({
    config: () => ({ api: "", proxy: "", graphql: "", loginBase: "api", extensions: true }) as ConsoleConfig,
    credentials: () => ({ token: "", uToken: "" }),
    isStrict: true,
    fetch: async (_url, init) => {
      asked.push(init?.method === "POST" ? JSON.parse(String(init.body)) : "cookie");
      return (answers[asked.length - 1] ?? well)();
    },
    onError: () => undefined,
  });
  const link = {
    read: () => token,
    clear: () => {
      token = "";
    },
  };
  const actor = createActor(wallMachine({ openSession: createSessionOpener(client, link), now: Date.now }));
  actor.start();
  return { actor, asked, readLink: link.read };
}

test.each<[string, Answer]>([
  ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["500", () => json(500, { state: -1, message: "服务器内部错误", data: null })],
  ["502 of a proxy", () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
  ["503", () => json(503, { state: -1, message: "数据库繁忙，请稍后再试", data: null })],
  ["429", () => json(429, { state: -1, message: "操作太频繁", data: null })],
  ["404", () => new Response("", { status: 404 })],
  ["401 of a proxy", () => new Response("Authorization Required", { status: 401 })],
  ["403 of a proxy", () => new Response("<h1>Forbidden</h1>", { status: 403 })],
  ["401 of another platform", () => json(401, login)],
  ["200 that is no JSON", () => new Response("<html></html>")],
  ["200 of another form", () => json(200, { state: 0, message: "", data: { id: 7 } })],
  ["200 that says no", () => json(200, { state: -1, message: "不行", data: null })],
])("A screen asks again after 5.1 s by itself: %s", async (_what, answer) => {
  vi.useFakeTimers();
  const { actor, asked } = startScreen([answer]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([asked.length, actor.getSnapshot().hasTag("starting")]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(200);
  expect(actor.getSnapshot().hasTag("running")).toBe(true);
  // The same number: the server may have opened the link though its answer was lost.
  expect(asked[1]).toEqual(asked[0]);
  actor.stop();
  vi.useRealTimers();
});

test.each([
  [403, "屏幕已停用，请联系运维", "screenRevoked"],
  [401, "此浏览器不是大屏", "screenUnknown"],
  [403, "已有人打开过此链接", "linkSpent"],
  [403, "链接已过期", "linkExpired"],
  [401, "链接无效", "linkUnknown"],
])(
  "A screen shows the refusal, keeps it, and asks slowly with its cookie alone: %i %s",
  async (status, message, reason) => {
    vi.useFakeTimers();
    const noScreen = () => refuse(401, "此浏览器不是大屏", "screenUnknown");
    const { actor, asked, readLink } = startScreen([() => refuse(status, message, reason), noScreen]);
    await vi.advanceTimersByTimeAsync(63_000);
    const read = () => [actor.getSnapshot().hasTag("refused"), actor.getSnapshot().context.refusal];
    expect([asked.length, ...read(), readLink()]).toEqual([1, true, message, ""]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([asked.slice(1), ...read()]).toEqual([["cookie"], true, message]);
    await vi.advanceTimersByTimeAsync(64_000);
    expect(actor.getSnapshot().hasTag("running")).toBe(true);
    actor.stop();
    vi.useRealTimers();
  },
);

test.each([
  ["broken", 1],
  ["crowdedOut", 1],
  // The socket's machine connects again by itself, or the screen asks why.
  ["down", 0],
  ["refused", 0],
] as const)("A screen's socket that is %s is replaced after 5 s: %i", async (phase, replaced) => {
  vi.useFakeTimers();
  const log: string[] = [];
  const changes: (() => void)[] = [];
  const disconnect = keepSocket(() => {
    const nth = changes.length + 1;
    log.push(`start ${nth}`);
    return {
      socket: {
        getStatus: () => ({ phase: nth === 1 ? phase : "online", since: null, isSilent: false }),
        subscribe: (onChange) => {
          changes.push(onChange);
          return () => undefined;
        },
        stop: () => log.push(`stop ${nth}`),
      },
      unlisten: () => undefined,
    };
  });
  changes[0]?.();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(log).toEqual(["start 1", "stop 1"].slice(0, 1 + replaced));
  await vi.advanceTimersByTimeAsync(1);
  disconnect();
  expect(log).toEqual(replaced === 1 ? ["start 1", "stop 1", "start 2", "stop 2"] : ["start 1", "stop 1"]);
  vi.useRealTimers();
});
