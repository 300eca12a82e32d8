import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startFileServer } from "./fileServer.ts";
import { deviceCalls, hangarCalls, mainCalls } from "./foreignCalls.ts";
import {
  type ForeignPlatform,
  type ForeignPlatformOptions,
  startForeignPlatform,
} from "./foreignPlatform.ts";

const signInAt = async (base: string, { account }: ForeignPlatform, password = account.password) => {
  const body = {
    phoneNumber: account.phoneNumber,
    password: createHash("md5").update(password).digest("hex"),
  };
  const headers = { "content-type": "application/json", "u-platform": "web" };
  const response = await fetch(`${base}/user/login`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
};

/** A platform with a session, and the text that each of its calls answers. */
async function startSignedIn(options: ForeignPlatformOptions = {}) {
  const platform = await startForeignPlatform(options);
  await signInAt(platform.apiUrl, platform);
  const call = async (url: string, method = "POST") => {
    const response = await fetch(url, { method, headers: { authorization: platform.tokens.at(-1) ?? "" } });
    return { status: response.status, text: await response.text() };
  };
  return { platform, call, [Symbol.asyncDispose]: platform.close };
}

describe("sign-in", () => {
  test("answers the token and the user info, and nothing else", async () => {
    await using platform = await startForeignPlatform();
    const answer = await signInAt(platform.apiUrl, platform);
    expect(Object.keys(answer)).toEqual(["state", "data"]);
    expect(answer.data).toMatchObject({ token: platform.tokens[0], id: 1001, roles: ["admin", "editor"] });
    expect(Object.keys(answer.data).sort()).toEqual([
      "avatar",
      "id",
      "introduction",
      "name",
      "roles",
      "token",
    ]);
    expect(platform.requests).toMatchObject([
      { host: "api", call: "POST /user/login", headers: { "u-platform": "web" } },
    ]);
  });

  test("has a message for a wrong password", async () => {
    await using platform = await startForeignPlatform();
    expect(await signInAt(platform.apiUrl, platform, "x")).toEqual({ state: -1, message: "账号或密码错误" });
  });

  test("goes through the proxy base too", async () => {
    await using platform = await startForeignPlatform({ signInAnswer: "token" });
    const { code, data } = await signInAt(platform.proxyUrl, platform);
    expect({ code, data }).toEqual({ code: 20_000, data: { token: platform.tokens[0] } });
    const headers = { "x-token": data.token };
    const info = await (await fetch(`${platform.proxyUrl}/user/info`, { headers })).json();
    expect(info.data.roles).toEqual(["admin", "editor"]);
  });
});

describe("calls", () => {
  test.each(["smallest", "odd"] as const)("all answer 200 in the variant %s", async (variant) => {
    await using session = await startSignedIn({ variant });
    const { platform, call } = session;
    const hosts = [
      [platform.apiUrl, mainCalls],
      [platform.deviceUrl, deviceCalls],
      [platform.hangarUrl, hangarCalls],
    ] as const;
    for (const [base, calls] of hosts) {
      for (const name of Object.keys(calls)) {
        const [method, path = ""] = name.split(" ");
        const { status } = await call(base + path.replaceAll(/\{\w+\}/g, "1"), method);
        expect([name, status]).toEqual([name, 200]);
        expect(platform.requests.at(-1)?.call).toBe(name);
      }
    }
    // All calls that the specification names for these hosts, the sign-in among them.
    expect(platform.requests).toHaveLength(80);
  });

  test("write integers of 19 digits as numbers", async () => {
    await using session = await startSignedIn();
    const { text } = await session.call(`${session.platform.apiUrl}/order/v3/pageList`);
    expect(session.platform.ids("order")[0]).toBe("1790000000000000001");
    expect(text).toContain('{"state":0,"data":{"list":[{"id":1790000000000000001,');
    expect(text).toContain('"total":3}');
  });

  test("have odd rows: strings, nulls, no id", async () => {
    await using session = await startSignedIn({ variant: "odd" });
    const { text } = await session.call(`${session.platform.apiUrl}/user/pageList`);
    const { data } = JSON.parse(text);
    expect(data.total).toBe("3");
    expect(data.list[0]).toMatchObject({ id: "101", status: "0", createTime: "1714979289000" });
    expect(data.list[1]).toEqual({ id: 102, name: null, roles: null, status: null, createTime: null });
    expect(Object.keys(data.list[2])).not.toContain("id");
  });

  test("need the token; unknown paths are plain text", async () => {
    await using session = await startSignedIn();
    const { platform, call } = session;
    expect(await call(`${platform.apiUrl}/nothing`)).toEqual({ status: 404, text: "Not Found" });
    expect(platform.requests.at(-1)?.call).toBeUndefined();
    platform.expireTokens();
    expect((await call(`${platform.apiUrl}/checkPwdStatus`, "GET")).status).toBe(401);
  });

  test("answer what a test sets", async () => {
    await using session = await startSignedIn();
    const { platform, call } = session;
    const url = `${platform.apiUrl}/checkPwdStatus`;
    platform.setAnswer("GET /checkPwdStatus", { body: { state: 1, message: "弱密码" } });
    expect(JSON.parse((await call(url, "GET")).text)).toEqual({ state: 1, message: "弱密码" });
    platform.setAnswer("GET /checkPwdStatus", { status: 403 });
    expect((await call(url, "GET")).status).toBe(403);
    platform.resetAnswer("GET /checkPwdStatus");
    expect((await call(url, "GET")).text).toBe('{"state":0,"message":""}');
  });

  test("tell pages of other origins the specified headers only", async () => {
    await using platform = await startForeignPlatform();
    const headers = {
      origin: "http://console.test",
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,x-other",
    };
    const { headers: answered } = await fetch(`${platform.deviceUrl}/iapi/box/list`, {
      method: "OPTIONS",
      headers,
    });
    expect(answered.get("access-control-allow-origin")).toBe("http://console.test");
    expect(answered.get("access-control-allow-headers")).toBe(
      "Content-Type, Authorization, X-Token, u-token, u-platform",
    );
    expect(platform.preflights).toMatchObject([{ method: "POST", refusedHeaders: ["x-other"] }]);
  });
});

test("the socket records, never answers, and sends what a test sends", async () => {
  await using platform = await startForeignPlatform();
  const client = new WebSocket(platform.socketUrl);
  const received: string[] = [];
  client.on("message", (data) => received.push(String(data)));
  await new Promise((resolve) => client.once("open", resolve));
  client.send('{"type":1,"userId":1001}');
  client.send('{"type":2}');
  await expect.poll(() => platform.socketMessages.map(({ type }) => type)).toEqual([1, 2]);
  platform.send({ type: 6 });
  platform.sendTask(1_790_000_000_000_000_001n);
  const task = '{"platform":"web","type":3,"userId":1001,"token":null,"taskId":1790000000000000001}';
  await expect.poll(() => received).toEqual(['{"type":6}', task]);
  platform.socket.disconnect(1001);
  await expect.poll(() => platform.socket.closeCodes).toEqual([1001]);
  platform.socket.refuse(true);
  const refused = new WebSocket(platform.socketUrl);
  const error = await new Promise((resolve) => refused.once("error", resolve));
  expect(String(error)).toContain("503");
  expect(platform.socket.handshakes.map(({ accepted }) => accepted)).toEqual([true, false]);
});

test("the file server has index.html for routes and the given config.json", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foreign-"));
  await writeFile(join(folder, "index.html"), "<p>console</p>");
  await writeFile(join(folder, "config.json"), "{}");
  await using server = await startFileServer(folder, { apiUrl: "http://a" });
  const get = async (path: string, headers = {}) => {
    const response = await fetch(server.url + path, { headers });
    return [response.status, await response.text()];
  };
  expect(await get("/order/orderList")).toEqual([200, "<p>console</p>"]);
  expect(await get("/config.json")).toEqual([200, '{"apiUrl":"http://a"}']);
  expect(await get("/missing.js")).toEqual([404, "Not Found"]);
  expect(await get("/..%2f..%2fetc%2fpasswd.txt")).toEqual([404, "Not Found"]);
  expect(await get("/", { range: "bytes=3-9" })).toEqual([206, "console"]);
  await rm(folder, { recursive: true });
});
