import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ConsoleConfig } from "../../adapters/contract/config.ts";
import { createClient } from "../../adapters/http/client.ts";
import { createCookies } from "../../adapters/http/cookies.ts";
import { createLastClick } from "../../adapters/http/lastClick.ts";
import { createSessionStorage } from "../../adapters/http/sessionStorage.ts";
import { createSessionPort } from "../../src/app/boot/createSessionPort.ts";
import { type ForeignPlatform, startForeignPlatform } from "../foreign/foreignPlatform.ts";
import { createConsoleConfig } from "../helpers/createConsoleConfig.ts";
import { createMemoryStorage } from "../helpers/createMemoryStorage.ts";
import { sampleUser } from "../helpers/sampleUser.ts";

/** A session port with its own storage, whose client uses this `fetch`. */
function createPort(fetch: typeof globalThis.fetch, fields: Partial<ConsoleConfig> = {}) {
  const local = createMemoryStorage();
  const storage = createSessionStorage(local, createMemoryStorage(), new EventTarget() as Window);
  const config = createConsoleConfig(fields);
  const client = createClient({
    config: () => config,
    credentials: () => null,
    fetch,
    onError: () => undefined,
  });
  const tabs = { emit: () => undefined, subscribe: () => () => undefined };
  const lastClick = createLastClick(local, Date.now);
  const port = createSessionPort({
    config,
    client,
    storage,
    cookies: createCookies({ cookie: "" }),
    tabs,
    lastClick,
  });
  return { local, storage, lastClick, port };
}

test("a refreshed user is stored only while the session is stored", () => {
  const { local, storage, port } = createPort(() => Promise.reject(new Error("no call expected")));
  port.store({ token: "t1", user: sampleUser });
  port.storeUser({ token: "t1", user: { ...sampleUser, name: "王芳芳" } });
  expect(storage.read()?.user.name).toBe("王芳芳");
  storage.clear();
  port.storeUser({ token: "t1", user: sampleUser });
  expect(local.length).toBe(0);
});

test("the 15 idle minutes start at the login, whatever click an earlier session stored", async () => {
  const { uToken, ...user } = sampleUser;
  const response = { state: 0, message: "", data: { token: "t1", uToken, user } };
  const { lastClick, port } = createPort(async () => Response.json(response));
  const before = Date.now();
  lastClick.write(before - 3 * 3_600_000);
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  await port.login(credentials, new AbortController().signal);
  expect(lastClick.read()).toBeGreaterThanOrEqual(before);
});

test("a refused login leaves the stored click unchanged", async () => {
  const { lastClick, port } = createPort(async () =>
    Response.json({ state: -1, message: "密码错误", data: null }),
  );
  const clicked = Date.now() - 60_000;
  lastClick.write(clicked);
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  await expect(port.login(credentials, new AbortController().signal)).rejects.toMatchObject({
    message: "密码错误",
  });
  expect(lastClick.read()).toBe(clicked);
});

test.each([
  [["admin", "editor"], "login", ["admin"]],
  [["editor", "finance"], "login", ["finance"]],
  [["editor"], "admin", ["admin"]],
] as const)("of the roles %j of another platform, by %s, %j count", async (roles, rolesFrom, counted) => {
  const response = { state: 0, data: { token: "t1", name: "甲", roles } };
  const { port } = createPort(async () => Response.json(response), { rolesFrom });
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  expect(await port.login(credentials, new AbortController().signal)).toMatchObject({
    user: { roles: counted },
  });
});

test("an account with unknown roles only has no session, and hears their names", async () => {
  const { local, port } = createPort(async () =>
    Response.json({ state: 0, data: { token: "t1", roles: ["editor", "guest"] } }),
  );
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  await expect(port.login(credentials, new AbortController().signal)).rejects.toMatchObject({
    message: "没有可用的角色：editor、guest。请联系管理员为该账号设置控制台的角色。",
  });
  expect(local.length).toBe(0);
});

describe("a login that answers a token alone", () => {
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const signInAt = async (
    platform: ForeignPlatform,
    fields: Partial<ConsoleConfig> = {},
    send: typeof globalThis.fetch = fetch,
  ) => {
    const api = new URL(platform.apiUrl).origin;
    const { port } = createPort(send, { api, proxy: platform.proxyUrl, extensions: false, ...fields });
    const { phoneNumber, password } = platform.account;
    return port.login({ phoneNumber, password: md5(password) }, new AbortController().signal);
  };
  const startTokenPlatform = (roles: readonly string[] = ["editor", "finance"]) =>
    startForeignPlatform({ signInAnswer: "token", roles });

  test("has the user of GET /user/info, asked with that token (R-254)", async () => {
    await using platform = await startTokenPlatform();
    expect(await signInAt(platform)).toMatchObject({
      token: platform.tokens[0],
      user: { id: "1001", name: "外部管理员", roles: ["finance"], avatar: "", introduction: "" },
    });
    const [asked] = platform.requestsOf("GET /user/info");
    expect(asked?.headers).toMatchObject({
      authorization: platform.tokens[0],
      "x-token": platform.tokens[0],
    });
  });

  test("has no session where that names unknown roles only", async () => {
    await using platform = await startTokenPlatform(["guest"]);
    await expect(signInAt(platform)).rejects.toMatchObject({
      message: "没有可用的角色：guest。请联系管理员为该账号设置控制台的角色。",
    });
  });

  test("counts as an administrator's where there is no such call", async () => {
    await using platform = await startTokenPlatform();
    platform.setAnswer("GET /user/info", { status: 404, text: "Not Found" });
    expect(await signInAt(platform)).toMatchObject({ user: { roles: ["admin"] } });
  });

  test("has no session where the roles could not be read", async () => {
    await using platform = await startTokenPlatform();
    platform.setAnswer("GET /user/info", { body: { code: 20_000, data: { roles: 7 } } });
    await expect(signInAt(platform)).rejects.toMatchObject({ kind: "contract" });
    platform.setAnswer("GET /user/info", { body: { code: 20_000, data: { roles: "editor" } } });
    await expect(signInAt(platform)).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("没有可用的角色：editor"),
    });
    platform.setAnswer("GET /user/info", { status: 500, text: "" });
    await expect(signInAt(platform)).rejects.toMatchObject({ kind: "server" });
    // At the page's own origin a lost network cannot be taken for a missing call.
    const own = (url: RequestInfo | URL, init?: RequestInit) =>
      String(url).startsWith("/") ? Promise.reject(new TypeError("offline")) : fetch(url, init);
    await expect(signInAt(platform, { proxy: "" }, own)).rejects.toMatchObject({ kind: "offline" });
    // Where every session is an administrator's, nobody needs them.
    expect(await signInAt(platform, { rolesFrom: "admin" })).toMatchObject({ user: { roles: ["admin"] } });
  });

  test("is not asked for more where the login has roles", async () => {
    await using platform = await startForeignPlatform();
    await signInAt(platform);
    expect(platform.requestsOf("GET /user/info")).toEqual([]);
  });
});

test("a challenge is no session: nothing is stored until the code is accepted", async () => {
  const { uToken, ...user } = sampleUser;
  const answers = [
    { state: -6, message: "请输入动态验证码", data: { challenge: "x1" } },
    { state: 0, message: "", data: { token: "t1", uToken, user } },
  ];
  const { local, port } = createPort(async () => Response.json(answers.shift()));
  const { signal } = new AbortController();
  const credentials = { phoneNumber: "13800000002", password: "0".repeat(32) };
  expect(await port.login(credentials, signal)).toEqual({ challenge: "x1" });
  expect(local.length).toBe(0);
  expect(await port.submitCode({ challenge: "x1", code: "287082" }, signal)).toMatchObject({ token: "t1" });
});
