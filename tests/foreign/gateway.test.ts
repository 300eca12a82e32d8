import { createHash } from "node:crypto";
import { once } from "node:events";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { readSettings } from "../../server/settings/settings.ts";
import { startGateway } from "../helpers/testGateway.ts";
import { type ForeignPlatform, startForeignPlatform } from "./foreignPlatform.ts";

const getOrigin = (url: string) => new URL(url).origin;
const upstreams = ({ apiUrl, deviceUrl, hangarUrl, proxyUrl, socketUrl }: ForeignPlatform) => ({
  UPSTREAM_API: getOrigin(apiUrl),
  UPSTREAM_DEVICE: deviceUrl,
  UPSTREAM_HANGAR: hangarUrl,
  UPSTREAM_PROXY: proxyUrl,
  UPSTREAM_SOCKET: socketUrl,
});

const platform = await startForeignPlatform();
const gateway = await startGateway(upstreams(platform));
afterAll(async () => {
  await gateway.close();
  await platform.close();
});

const credentials = {
  phoneNumber: platform.account.phoneNumber,
  password: createHash("md5").update(platform.account.password).digest("hex"),
};
const logIn = async (path = "/wms/api/user/login") => {
  const { text } = await gateway.call("POST", path, credentials, { "u-platform": "web" });
  const { data } = JSON.parse(text) as { readonly data: { readonly token: string } };
  return { authorization: data.token, "x-token": data.token, "u-token": "u1" };
};
const getLast = () => platform.requests.at(-1);

describe("calls", () => {
  test("go to the host of the specification with its headers, and none of this origin", async () => {
    const session = await logIn();
    expect(getLast()).toMatchObject({
      host: "api",
      call: "POST /user/login",
      headers: { "u-platform": "web" },
    });
    const claimed = { "x-real-ip": "10.0.0.1", "x-forwarded-host": "a", "x-original-url": "/b" };
    const own = {
      ...claimed,
      cookie: "wall=1",
      origin: "http://console.example",
      referer: "http://console.example/",
    };
    const list = await gateway.call(
      "POST",
      "/wms/api/company/pageList",
      { pageNo: 1 },
      { ...session, ...own },
    );
    expect([list.status, JSON.parse(list.text).data.list.length]).toEqual([200, 3]);
    const { headers, rawBody } = getLast() ?? {};
    expect(headers).toMatchObject({
      ...session,
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
    });
    expect(Object.keys(own).filter((name) => headers?.[name] !== undefined)).toEqual([]);
    expect(headers?.host).toBe(new URL(platform.apiUrl).host);
    expect(String(rawBody)).toBe('{"pageNo":1}');
    expect(list.headers.get("x-request-id")).toBe(headers?.["x-request-id"]);
  });

  test.each([
    ["GET", "/iapi/device/list", "device"],
    ["POST", "/hangar/add", "hangar"],
    ["GET", "/wms/api/region/list/1?name=%E4%BA%AC", "api"],
    ["GET", "/user/info", "proxy"],
    ["POST", "/vue-element-admin/user/logout", "proxy"],
  ])("%s %s goes to the %s host", async (method, path, host) => {
    const session = await logIn();
    const { status } = await gateway.call(method, path, method === "POST" ? {} : undefined, session);
    const last = getLast();
    expect([status, last?.host, `${last?.path}${last?.query}`]).toEqual([200, host, path]);
  });

  test("log in at the proxy base where the console is told so", async () => {
    await logIn("/user/login");
    expect(getLast()).toMatchObject({ host: "proxy", call: "POST /user/login" });
  });

  test("keep the platform's own refusals", async () => {
    const { status, text } = await gateway.call("POST", "/wms/api/company/pageList", {});
    expect([status, text]).toEqual([401, "Unauthorized"]);
    expect((await gateway.call("GET", "/wms/api/x/none")).status).toBe(404);
  });

  test("keep an answer of 503 without repeating the call", async () => {
    const session = await logIn();
    platform.setAnswer("GET /checkPwdStatus", { status: 503, text: "busy", headers: { "retry-after": "0" } });
    onTestFinished(() => platform.resetAnswer("GET /checkPwdStatus"));
    const before = platform.requests.length;
    expect((await gateway.call("GET", "/wms/api/checkPwdStatus", undefined, session)).status).toBe(503);
    expect(platform.requests.length).toBe(before + 1);
  });

  test("drop what the platform says of its own origin", async () => {
    const lax = { "content-security-policy": "default-src *" };
    const headers = {
      ...lax,
      "set-cookie": "a=1",
      "access-control-allow-origin": "*",
      "content-disposition": "x",
    };
    platform.setAnswer("GET /checkPwdStatus", { text: "ok", headers });
    onTestFinished(() => platform.resetAnswer("GET /checkPwdStatus"));
    const answer = await gateway.call("GET", "/wms/api/checkPwdStatus", undefined, await logIn());
    expect(
      ["set-cookie", "access-control-allow-origin", "content-disposition"].map((n) => answer.headers.get(n)),
    ).toEqual([null, null, "x"]);
    // A page that somebody has uploaded there runs no script here.
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';(?!.*script-src)/);
  });

  test.each([
    ["/uploads/2?a=1#b", "/console/uploads/2?a=1#b"],
    ["ignore", "/console/wms/api/ignore"],
    [`${getOrigin(platform.apiUrl)}/media/1`, "/console/media/1"],
    [`${platform.deviceUrl}/iapi/device/list`, "/console/iapi/device/list"],
    // What is not passed on is at the platform.
    ["/mediax/1", `${getOrigin(platform.apiUrl)}/mediax/1`],
    ["https://files.example/uploads/1", "https://files.example/uploads/1"],
  ])("that lead to %s lead to %s", async (location, expected) => {
    platform.setAnswer("GET /checkPwdStatus", { status: 302, text: "", headers: { location } });
    onTestFinished(() => platform.resetAnswer("GET /checkPwdStatus"));
    const { status, headers } = await gateway.call(
      "GET",
      "/wms/api/checkPwdStatus",
      undefined,
      await logIn(),
    );
    expect([status, headers.get("location")]).toEqual([302, expected]);
  });

  test("lead below the path of a platform that has one", async () => {
    const deep = await startGateway({ UPSTREAM_API: `${getOrigin(platform.apiUrl)}/deep` });
    onTestFinished(deep.close);
    platform.setAnswer("/deep/uploads/1", {
      status: 302,
      text: "",
      headers: { location: "/deep/uploads/2" },
    });
    const { headers } = await deep.call("GET", "/uploads/1");
    expect(headers.get("location")).toBe("/console/uploads/2");
  });

  test("that are not answered in time, or not at all, have this server's envelope", async () => {
    const session = await logIn();
    platform.setAnswer("GET /checkPwdStatus", { delayMs: 5_000, text: "late" });
    onTestFinished(() => platform.resetAnswer("GET /checkPwdStatus"));
    const late = await gateway.call("GET", "/wms/api/checkPwdStatus", undefined, session);
    expect([late.status, JSON.parse(late.text)]).toEqual([
      504,
      { state: -1, message: "平台没有及时回答，操作可能已经生效，请刷新核对后再操作", data: null },
    ]);
    const away = await startForeignPlatform();
    const beforeAway = await startGateway(upstreams(away));
    await away.close();
    onTestFinished(beforeAway.close);
    const answer = await beforeAway.call("POST", "/wms/api/user/login", credentials);
    expect([answer.status, answer.headers.get("retry-after"), JSON.parse(answer.text)]).toEqual([
      503,
      "5",
      { state: -1, message: "暂时连不上平台，请稍后重试；若仍出现请联系管理员", data: null },
    ]);
    const socket = new WebSocket(beforeAway.socketUrl);
    socket.on("error", () => undefined);
    const [, response] = await once(socket, "unexpected-response");
    expect(response.statusCode).toBe(503);
  });
});

test("nothing of the own platform is served, and the configuration leads the console here", async () => {
  const { text } = await gateway.call("GET", "/config.json");
  expect(JSON.parse(text)).toMatchObject({
    api: "",
    proxy: "",
    device: "",
    hangar: "",
    graphql: "",
    socket: "",
    extensions: false,
  });
  const statuses = ["/wall/api/session", "/docs", "/openapi.json", "/metrics"].map(async (path) =>
    (await gateway.call("GET", path)).text.includes("控制台尚未构建"),
  );
  // Pages of a console that this test has not built.
  expect(await Promise.all(statuses)).toEqual([false, true, true, true]);
  expect((await gateway.call("GET", "/ready")).status).toBe(200);
});

test("pictures that the platform names at its own hosts may be shown", async () => {
  const policy = (await gateway.call("GET", "/health")).headers.get("content-security-policy");
  expect(policy).toMatch(new RegExp(`img-src [^;]*${getOrigin(platform.apiUrl)}`));
});

describe("the socket", () => {
  const connect = async (headers = {}) => {
    const socket = new WebSocket(gateway.socketUrl, { headers });
    onTestFinished(() => socket.terminate());
    await once(socket, "open");
    return socket;
  };

  test("passes on registration, heartbeats and the message of a login elsewhere", async () => {
    const before = platform.socketMessages.length;
    const socket = await connect({ origin: `http://127.0.0.1:${gateway.port}` });
    for (const type of [1, 2]) socket.send(JSON.stringify({ type, token: "t" }));
    await expect.poll(() => platform.socketMessages.slice(before).map(({ type }) => type)).toEqual([1, 2]);
    const next = once(socket, "message");
    platform.send({ type: 6 });
    const [data, isBinary] = await next;
    expect([JSON.parse(String(data)), isBinary]).toEqual([{ type: 6 }, false]);
  });

  test("ends with the platform's code, and ends there when the browser leaves", async () => {
    const socket = await connect();
    const closed = once(socket, "close");
    platform.socket.disconnect(4001);
    expect((await closed)[0]).toBe(4001);
    const second = await connect();
    second.close(1000);
    await expect.poll(() => platform.socket.closeCodes.at(-1)).toBe(1000);
    const third = await connect();
    third.terminate();
    await expect.poll(() => platform.socket.openCount()).toBe(0);
  });

  test("takes no message that is longer than a console's", async () => {
    const socket = await connect();
    const closed = once(socket, "close");
    socket.send("x".repeat(64 * 1024 + 1));
    expect((await closed)[0]).toBe(1009);
  });

  test("is refused to pages of other origins", async () => {
    const socket = new WebSocket(gateway.socketUrl, { headers: { origin: "http://evil.example" } });
    socket.on("error", () => undefined);
    const [, response] = await once(socket, "unexpected-response");
    expect(response.statusCode).toBe(403);
  });
});

test.each([
  [{ UPSTREAM_DEVICE: "http://d" }, "UPSTREAM_API must be set with the other UPSTREAM_ variables."],
  [
    { UPSTREAM_API: "http://a", API_HOST: "http://b" },
    "API_HOST, PROXY_HOST, DEVICE_HOST, HANGAR_HOST, GRAPHQL_HOST and SOCKET_URL must not be set with UPSTREAM_API: the console calls this server.",
  ],
  [{ UPSTREAM_SOCKET: "http://x" }, "UPSTREAM_SOCKET must be an address that begins with ws:// or wss://."],
])("the settings %j are refused", (env, message) => {
  expect(readSettings(env)).toEqual({ errors: [message] });
});

test("one address is enough, and a gateway may listen anywhere", () => {
  expect(readSettings({ UPSTREAM_API: "https://a/v1", HOST: "0.0.0.0" })).toMatchObject({
    settings: {
      gateway: { proxy: "https://a/v1", device: "https://a/v1", socket: "wss://a/v1/ws" },
      console: { api: "", extensions: false },
    },
  });
  expect(readSettings({ UPSTREAM_API: "https://a", UPSTREAM_DEVICE: "https://b" })).toMatchObject({
    settings: { gateway: { socket: "wss://a/ws" }, console: { sideHosts: ["device"] } },
  });
});
