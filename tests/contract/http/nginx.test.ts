/** @module-tag full */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { findNginx } from "../../../scripts/testing/findNginx.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";
import { reservePort } from "../../process/reservePort.ts";

const folder = mkdtempSync(path.join(tmpdir(), "nginx-"));
const document = '<html data-base="/"><script src="/assets/index.js"></script></html>';
writeFileSync(path.join(folder, "index.html"), document);

/** The recipe of the documentation on a port, without TLS. */
function createConfig(listen: number, platform: number, { location = "/", target = "" } = {}): string {
  const page = readFileSync(path.resolve(import.meta.dirname, "../../../docs/proxy.md"), "utf8");
  const recipe = /```nginx\n([^`]*)```/.exec(page)?.[1] ?? "";
  const adapted = recipe
    .replace("listen 443 ssl;", `listen 127.0.0.1:${listen};`)
    .replace("location / {", `location ${location} {`)
    .replace("http://127.0.0.1:5180;", `http://127.0.0.1:${platform}${target};`);
  const own = `pid ${folder}/${listen}.pid; error_log stderr; daemon off;`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  return `${own} events {} http { access_log off; ${temporary} ${adapted} }`;
}

let ctx: TestPlatform;
const proxies: ChildProcess[] = [];
beforeAll(async () => {
  ctx = await createTestPlatform({
    consoleDir: folder,
    env: { BASE_PATH: "/console/", TRUST_PROXY: "127.0.0.1" },
  });
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  for (const proxy of proxies) {
    proxy.kill("SIGTERM");
    await once(proxy, "exit");
  }
  await ctx.close();
  rmSync(folder, { recursive: true });
});

/** Starts nginx; returns where it is. */
async function startNginx(options: { readonly location?: string; readonly target?: string }) {
  const { port: platform } = ctx.app.server.address() as AddressInfo;
  const listen = await reservePort();
  const file = path.join(folder, `${listen}.conf`);
  writeFileSync(file, createConfig(listen, platform, options));
  const proxy = spawn(findNginx(), ["-e", "stderr", "-c", file], { stdio: ["ignore", "ignore", "inherit"] });
  proxies.push(proxy);
  const host = `127.0.0.1:${listen}`;
  await expect
    .poll(() =>
      fetch(`http://${host}/console/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return host;
}

test.each([
  ["passes the path on", { location: "/console/" }],
  ["takes the path away", { location: "/console/", target: "/" }],
  ["passes everything on", {}],
])("behind nginx that %s: pages, calls, a large upload and the socket", async (_title, options) => {
  const host = await startNginx(options);
  const page = await fetch(`http://${host}/console/order/orderList`);
  expect(await page.text()).toBe(
    '<html data-base="/console/"><script src="/console/assets/index.js"></script></html>',
  );
  const unknown = await fetch(`http://${host}/console/wms/api/none`);
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { message: "接口不存在" }]);
  // nginx's own limit is 1 MB: what refuses it is the platform.
  const large = await fetch(`http://${host}/console/wms/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phoneNumber: "1".repeat(2_000_000) }),
  });
  expect([large.status, large.headers.get("x-request-id")]).toEqual([413, expect.any(String)]);
  const socket = new WebSocket(`ws://${host}/console/ws`, { headers: { origin: `http://${host}` } });
  await once(socket, "open");
  socket.terminate();
});
