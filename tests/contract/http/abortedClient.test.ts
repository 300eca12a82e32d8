import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createApp } from "../../../server/app.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";

/** Called with the request during its first select. */
let onRequestRead: (request: IncomingMessage) => void = () => undefined;
const ctx = await createTestPlatform({ seedDemoData: true, env: { LOG_LEVEL: "debug" } });
let latest: IncomingMessage | undefined;
const callDb = new Proxy(ctx.platform.callDb, {
  get: (target, name) => {
    if (name === "select" && latest) onRequestRead(latest);
    return Reflect.get(target, name) as unknown;
  },
});
const app = await createApp({ ...ctx.platform, callDb });
app.server.on("request", (request) => {
  latest = request;
});
await app.listen({ host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await app.close();
  await ctx.close();
});

/** Sends a request, or only its beginning if `length` is larger than the body; returns the client's socket. */
async function startRequest(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  length?: number,
) {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  const all = { host: "x", "content-length": String(length ?? Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const arrived = once(app.server, "request");
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  await arrived;
  return socket;
}

const json = { "content-type": "application/json" };
const countAborted = async () =>
  (await ctx.platform.metrics.responses.get()).values.find(({ labels }) => labels.status === "left")?.value ??
  0;

/** Log lines at info or above for a request that its client aborts. */
async function captureLog(leave: () => Promise<unknown>) {
  const [from, leftBefore] = [ctx.logLines.length, await countAborted()];
  await leave();
  await expect.poll(countAborted).toBe(leftBefore + 1);
  // Later log lines would follow within this time.
  await new Promise((later) => setTimeout(later, 100));
  return ctx.logLines
    .slice(from)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ level }) => level !== "debug")
    .map(({ level, msg, call, status, aborted }) => ({ level, msg, call, status, aborted }));
}
const expectedAbortLog = (call: string) => [{ level: "info", msg: "call", call, status: 0, aborted: true }];

test("A client that aborts before its compressed response is logged as an aborted call, not as an error", async () => {
  const path = "/wms/api/order/v3/pageList";
  const headers = { ...(await ctx.loginAs("admin")), ...json, "accept-encoding": "br" };
  // Large enough to be compressed as a stream.
  const body = `{"pageNo":1,"pageSize":40}`;
  const whole = await app.inject({ method: "POST", url: path, headers, body });
  expect([whole.headers["content-encoding"], whole.headers["content-length"]]).toEqual(["br", undefined]);
  onRequestRead = (request) => request.socket.destroy();
  const logged = await captureLog(() => startRequest(path, body, headers));
  onRequestRead = () => undefined;
  expect(logged).toEqual(expectedAbortLog("POST /order/v3/pageList"));
  expect(ctx.errors).toEqual([]);
});

test.each([
  ["a body", "/wms/api/company/pageList", "POST /company/pageList", "application/json"],
  ["an upload", "/wms/api/logo/upload", "POST /logo/upload", "multipart/form-data; boundary=b"],
])("so is one that aborts in the middle of %s", async (_what, path, call, type) => {
  const headers = { ...(await ctx.loginAs("admin")), "content-type": type };
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  const logged = await captureLog(async () => {
    const socket = await startRequest(path, part, headers, 5_000);
    await new Promise((later) => setTimeout(later, 50));
    socket.destroy();
  });
  expect(logged).toEqual(expectedAbortLog(call));
  expect(ctx.errors).toEqual([]);
});
