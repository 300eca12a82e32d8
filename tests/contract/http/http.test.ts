import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

const root = mkdtempSync(path.join(tmpdir(), "console-"));
const folder = path.join(root, "dist");
const index = "<!doctype html><title>console</title>";
const userList = "<!doctype html><title>users</title>";
const script = `console.log("${"x".repeat(500)}")`;

mkdirSync(path.join(folder, "assets"), { recursive: true });
writeFileSync(path.join(root, "secret.txt"), "only beside the console");
writeFileSync(path.join(folder, "index.html"), index);
mkdirSync(path.join(folder, "pages", "account"), { recursive: true });
writeFileSync(path.join(folder, "pages", "account", "userList.html"), userList);
writeFileSync(path.join(folder, "device-api.md"), "# 上报");
writeFileSync(path.join(folder, "assets", "index-abc.js"), script);
writeFileSync(path.join(folder, "assets", "index-abc.js.br"), brotliCompressSync(script));
const ctx = await createTestPlatform({ consoleDir: folder, env: { API_HOST: "https://api.example.com" } });
afterAll(async () => {
  await ctx.close();
  rmSync(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => ctx.app.inject({ url, headers });
const loginAsDuty = () => ctx.loginAs("duty");

/** Requests the path without normalising it; returns the complete response. */
async function requestRaw(written: string): Promise<string> {
  if (!ctx.app.server.listening) await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect((ctx.app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET ${written} HTTP/1.1\r\nHost: console\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe("Every response is an envelope", () => {
  test("for an unknown path", async () => {
    const response = await get("/wms/api/no/such/call");
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ state: -1, message: "接口不存在", data: null });
  });

  test("for a wrong method", async () => {
    const response = await ctx.app.inject({ method: "PUT", url: "/wms/api/user/login" });
    expect([response.statusCode, response.json().state]).toEqual([404, -1]);
  });

  test.each(["{", '{"a":', "nonsense", '{"__proto__": {"admin": true}}'])(
    "for the broken JSON %s",
    async (payload) => {
      const headers = { ...(await loginAsDuty()), "content-type": "application/json" };
      const url = "/wms/api/management/pageListCompany";
      const response = await ctx.app.inject({ method: "POST", url, headers, payload });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({
        state: -1,
        message: "请求不符合要求",
        data: { issues: [{ path: "", message: "请求内容不是有效的 JSON" }] },
      });
    },
  );

  test("for a body of another content type", async () => {
    const headers = { ...(await loginAsDuty()), "content-type": "text/xml" };
    const url = "/wms/api/management/pageListCompany";
    const response = await ctx.app.inject({ method: "POST", url, headers, payload: "<a/>" });
    expect([response.statusCode, response.json().data.issues[0].path]).toEqual([400, ""]);
  });

  test("for a body that is too large", async () => {
    const headers = { ...(await loginAsDuty()), "content-type": "application/json" };
    const url = "/wms/api/management/pageListCompany";
    const payload = JSON.stringify({ keyword: "x".repeat(1_100_000) });
    const response = await ctx.app.inject({ method: "POST", url, headers, payload });
    expect([response.statusCode, response.json()]).toEqual([
      413,
      { state: -1, message: "内容过大，请减小文件或减少内容后重试", data: null },
    ]);
  });

  test("for a URL that cannot be decoded", async () => {
    const response = await get("/wms/api/region/list/%E0%A4%A");
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { state: -1, message: "地址格式不正确，请核对后重试", data: null },
    ]);
  });

  test("for text that the database cannot store, with its path", async () => {
    const headers = await loginAsDuty();
    const url = "/wms/api/x/me/list.company";
    const payload = { value: { columns: ["a", "b\u0000"] } };
    const response = await ctx.app.inject({ method: "PUT", url, headers: { ...headers }, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json().data.issues).toEqual([{ path: "value.columns.1", message: "包含无法保存的字符" }]);
  });
});

describe("The console's files", () => {
  test("are compressed, and immutable if their name has a hash", async () => {
    const response = await get("/assets/index-abc.js", { "accept-encoding": "br" });
    expect(response.headers).toMatchObject({
      "content-encoding": "br",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  test("with a document are text that every browser shows", async () => {
    const response = await get("/device-api.md");
    expect([response.statusCode, response.body]).toEqual([200, "# 上报"]);
    expect(response.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-cache",
    });
  });

  test.each(["/", "/account/accountList", "/404", "/user/unknown"])(
    "are the index without caching at %s",
    async (url) => {
      const response = await get(url);
      expect([response.statusCode, response.body]).toEqual([200, index]);
      expect(response.headers["cache-control"]).toBe("no-cache");
    },
  );

  test.each(["/", "/account/accountList", "/assets/index-abc.js"])(
    "answer HEAD at %s as GET",
    async (url) => {
      const response = await ctx.app.inject({ method: "HEAD", url });
      expect([response.statusCode, response.body]).toEqual([200, ""]);
    },
  );

  test.each(["/assets/gone-123.js", "/uploads/x", "/iapi/none", "/hangar/none"])(
    "are not the index at %s",
    async (url) => {
      const response = await get(url);
      expect([response.statusCode, response.json().state]).toEqual([404, -1]);
    },
  );

  test.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/..%2Fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/%252e%252e/secret.txt",
    "/....//secret.txt",
    "//../secret.txt",
    "/./../secret.txt",
    "/assets/index-abc.js/../../../secret.txt",
    "/..;/secret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "/..%00/secret.txt",
    "SECRET",
  ])("do not lead outside their folder by %s", async (written) => {
    // Sent raw, because an HTTP client would normalise the path.
    expect(readFileSync(path.join(folder, "../secret.txt"), "utf8")).toBe("only beside the console");
    const response = await requestRaw(written === "SECRET" ? path.join(folder, "../secret.txt") : written);
    expect(response).toMatch(/^HTTP\/1\.1 (200|400|403|404) /);
    expect(response).not.toContain("only beside the console");
    if (response.startsWith("HTTP/1.1 200")) expect(response).toContain(index);
  });

  test("use the page's own document if the build made one, otherwise the index", async () => {
    for (const [address, document] of [
      ["/account/userList?keyword=x", userList],
      ["/account/userList/more", index],
      ["/account/unknown", index],
      ["/", index],
    ] as const) {
      const response = await get(address);
      expect([response.statusCode, response.body, response.headers["cache-control"]]).toEqual([
        200,
        document,
        "no-cache",
      ]);
    }
  });

  test("are served for a raw request inside the folder", async () => {
    expect(await requestRaw("/assets/index-abc.js")).toContain(script);
  });
});

test("Headers forbid foreign scripts, framing and MIME sniffing, and allow the configured hosts", async () => {
  const { headers } = await get("/");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self'(;|$)/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(
    "connect-src 'self' ws://localhost:80 wss://localhost:80 https://api.example.com wss://api.example.com;",
  );
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["strict-transport-security"]).toBeUndefined();
});

test("An invalid Host header adds nothing to the policy", async () => {
  const { statusCode, headers } = await get("/", { host: "a;script-src *" });
  expect(statusCode).toBe(200);
  expect(headers["content-security-policy"]).toMatch(
    /connect-src 'self' {1,2}https:\/\/api\.example\.com wss:\/\/api\.example\.com;/,
  );
});

test("Responses of calls are not cached", async () => {
  const url = "/wms/api/region/list/100000";
  for (const headers of [{}, await loginAsDuty()])
    expect((await get(url, headers)).headers["cache-control"]).toBe("no-store");
});

test("/config.json has the console's hosts and switches", async () => {
  expect((await get("/config.json")).json()).toEqual({
    api: "https://api.example.com",
    proxy: "https://api.example.com",
    device: "https://api.example.com",
    hangar: "https://api.example.com",
    socket: "wss://api.example.com",
    graphql: "https://api.example.com",
    loginBase: "api",
    rolesFrom: "login",
    // At another host a platform is taken for one of others.
    extensions: false,
    watch: "off",
    qa: false,
    requestTimeoutMs: 5_000,
    showSettings: true,
    basemaps: [],
  });
});

test("/health, /ready and /metrics are served", async () => {
  expect((await get("/health")).json()).toEqual({ status: "ok" });
  expect((await get("/ready")).json()).toEqual({
    status: "ready",
    oldestUnwrittenSeconds: 0,
    damagedTables: [],
  });
  expect((await get("/metrics")).body).toMatch(/^http_responses_total\{status="2xx"\} [1-9]\d*$/m);
});

test("/openapi.json and /docs have the calls", async () => {
  const description = (await get("/openapi.json")).json();
  expect(description.paths["/wms/api/company/frozen/{id}"].delete).toMatchObject({
    operationId: "companyFrozen",
    summary: "冻结或解冻企业",
    description: "超级管理员、运营",
  });
  const [parameter] = description.paths["/wms/api/company/frozen/{id}"].delete.parameters;
  expect(parameter).toMatchObject({ name: "id", schema: { pattern: "^[1-9]\\d{0,18}$" } });
  const page = (await get("/docs")).body;
  expect(page).toContain("/wms/api/company/frozen/{id}");
  expect(page).not.toMatch(/<script|https?:\/\//);
});

test("Without a database the server is not ready and calls get 503", async () => {
  const broken = await createTestPlatform({ disposableDatabase: true });
  const { createApp } = await import("../../../server/app.ts");
  const app = await createApp({ ...broken.platform });
  await broken.close();
  expect((await app.inject("/health")).statusCode).toBe(200);
  expect((await app.inject("/ready")).statusCode).toBe(503);
  const response = await app.inject({
    url: "/wms/api/checkPwdStatus",
    headers: { authorization: "x", "u-token": "y" },
  });
  expect([response.statusCode, response.json().message]).toEqual([503, "数据库暂时不可用，请稍后再试"]);
  await app.close();
});
