import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { registerCompression } from "../../../server/http/compression.ts";
import { serveConsole } from "../../../server/http/serveConsole.ts";
import { createConsoleConfig } from "../../helpers/createConsoleConfig.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { createScreenFactory } from "../../wall/createScreenFactory.ts";

const folder = mkdtempSync(path.join(tmpdir(), "console-"));
const toDocument = (base: string, page: string) =>
  `<html data-base="${base}"><link href="${base}favicon.svg"><a href="https://x">${page}</a></html>`;
writeFileSync(path.join(folder, "index.html"), toDocument("/", "index"));
writeFileSync(path.join(folder, "index.html.br"), "the document as it was built");
mkdirSync(path.join(folder, "pages/account"), { recursive: true });
writeFileSync(path.join(folder, "pages/account/userList.html"), toDocument("/", "users"));
writeFileSync(path.join(folder, "favicon.svg"), "<svg/>");

const ctx = await createTestPlatform({
  consoleDir: folder,
  env: { BASE_PATH: "/console", TIANDITU_KEY: "12345678" },
});
afterAll(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => ctx.app.inject({ url, headers: { "accept-encoding": "br" } });

test.each([
  ["/console/", "index"],
  ["/console", "index"],
  ["/console?from=mail", "index"],
  ["/console/index.html", "index"],
  ["/console/account/userList?pageNo=2", "users"],
  ["/console/order/orderList", "index"],
  // A proxy that takes the path away.
  ["/", "index"],
  ["/account/userList", "users"],
])("%s is the %s document with addresses below the base path", async (url, page) => {
  const { statusCode, body, headers } = await get(url);
  expect([statusCode, body]).toEqual([200, toDocument("/console/", page)]);
  expect(headers).toMatchObject({ "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" });
});

test.each(["/console/favicon.svg", "/favicon.svg"])("the file %s is served", async (url) => {
  const { statusCode, body } = await get(url);
  expect([statusCode, body]).toEqual([200, "<svg/>"]);
});

test.each(["/console/health", "/console/wms/api/image/base64/40/120", "/health"])(
  "%s is answered by its route",
  async (url) => {
    expect((await get(url)).headers["content-type"]).toContain("application/json");
    expect((await get(url)).statusCode).toBe(200);
  },
);

test("an unknown call is none, with and without the path", async () => {
  const answers = await Promise.all(["/console/wms/api/none", "/wms/api/none"].map(get));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
});

test("the configuration names the platform's own tiles below the base path", async () => {
  const { basemaps } = (await get("/console/config.json")).json() as {
    basemaps: readonly { readonly host: string }[];
  };
  expect(basemaps.map(({ host }) => host)).toEqual(Array(3).fill("/console/map/tianditu"));
});

test("a screen's cookie is sent below the base path only", async () => {
  const factory = createScreenFactory(ctx);
  const { token } = await factory.makeUnopened();
  const payload = { token, requestId: "screen-below-a-path" };
  const answer = await ctx.app.inject({ method: "POST", url: "/console/wall/api/session", payload });
  expect(String(answer.headers["set-cookie"])).toContain("; Path=/console/wall;");
});

test("the socket is opened below the base path", async () => {
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = ctx.app.server.address() as AddressInfo;
  const open = (url: string) =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${url}`);
      socket.on("open", () => resolve("open"));
      socket.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
      socket.on("error", () => undefined);
    });
  expect(await open("/console/ws")).toBe("open");
});

test("documents that were built for another base path are changed, too", async () => {
  writeFileSync(path.join(folder, "index.html"), toDocument("/elsewhere/", "index"));
  const app = fastify();
  await registerCompression(app);
  await serveConsole(app, folder, { basePath: "/", console: createConsoleConfig() });
  expect((await app.inject({ url: "/" })).body).toBe(toDocument("/", "index"));
});
