/** @module-tag full */

import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveRequestTimeouts as limitsWith } from "../../../server/http/requestTimeouts.ts";
import { createTestPlatform, type TestPlatform } from "../../helpers/testPlatform.ts";

/** Replaces the real limits of half a minute, and five minutes for an upload. */
const requestTimeouts = {
  headersMs: 1_000,
  requestMs: 1_000,
  stallMs: 800,
  uploadMs: 3_000,
  idleMs: 1_500,
  checkIntervalMs: 100,
};
/** Shorter than the limits, and longer than one check interval. */
const pieceMs = 250;

/** That of calls with a session. */
const bodyLimit = 1024 * 1024;

let ctx: TestPlatform;
let port: number;
beforeAll(async () => {
  ctx = await createTestPlatform({ requestTimeouts });
  // Sends a response for longer than a request may take to arrive.
  ctx.app.post("/long", async (_request, reply) =>
    reply.type("text/plain").send(Readable.from(streamSlowly())),
  );
  ctx.app.get<{ Params: { id: string } }>("/endless/:id", async ({ raw, params: { id } }, reply) => {
    serverSockets.set(id, raw.socket);
    return reply.type("text/plain").send(Readable.from(streamEndlessly()));
  });
  // Cast: the body that the tests send.
  const replyWithLength = async ({ body }: { body: unknown }) => ({
    length: (body as { text: string }).text.length,
  });
  ctx.app.post("/length", { bodyLimit }, replyWithLength);
  // Does not read the body for longer than a request may take to arrive.
  ctx.app.post("/late", { bodyLimit, onRequest: () => wait(1_250) }, replyWithLength);
  await ctx.app.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = ctx.app.server.address() as AddressInfo);
});
afterAll(() => ctx.close());

/** The server's sockets of endless responses. */
const serverSockets = new Map<string, Socket>();
function* streamEndlessly() {
  for (;;) yield "x".repeat(65_536);
}

async function* streamSlowly() {
  for (let piece = 0; piece < 8; piece++) {
    yield `${piece}`;
    await wait(pieceMs);
  }
}

/** A raw connection; `closed` resolves with everything received. */
async function openConnection() {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (chunk) => {
    received += String(chunk);
  });
  // These clients write to connections that the server has closed.
  socket.on("error", () => undefined);
  const startedAt = performance.now();
  const closed = new Promise<{ received: string; ms: number }>((resolve) =>
    socket.once("close", () => resolve({ received, ms: performance.now() - startedAt })),
  );
  return { socket, closed };
}

/** Sends piece by piece until all is sent or the connection is closed. */
async function sendSlowly(socket: Socket, pieces: readonly string[]) {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await wait(pieceMs);
  }
}

const formatHead = (line: string, headers: Readonly<Record<string, string>>) =>
  `${line} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
const spaces = (count: number) => Array.from({ length: count }, () => " ");
const timeoutReply = /^HTTP\/1\.1 408 [\s\S]*\{"state":-1,"message":"请求超时，请重试","data":null\}$/;

async function createUploadHead(length: number) {
  const { authorization = "", "u-token": uToken = "" } = await ctx.loginAs("operator");
  const type = "multipart/form-data; boundary=b";
  const headers = { authorization, "u-token": uToken, "content-type": type, "content-length": `${length}` };
  return formatHead("POST /wms/api/logo/upload", headers);
}
const filePart = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

// Concurrent because the tests wait in real time.
describe.concurrent("A request that arrives too slowly gets 408 or is closed", () => {
  test("if its headers arrive byte by byte", async () => {
    const { socket, closed } = await openConnection();
    await sendSlowly(socket, [..."GET /health HTTP/1.1\r\n"]);
    expect((await closed).received).toMatch(timeoutReply);
  });

  test("if it never begins", async () => {
    const { closed } = await openConnection();
    expect((await closed).received).toMatch(timeoutReply);
  });

  test("if its body arrives byte by byte", async () => {
    const { socket, closed } = await openConnection();
    socket.write(
      formatHead("POST /wms/api/user/login", { "content-type": "application/json", "content-length": "100" }),
    );
    await sendSlowly(socket, spaces(40));
    const { received, ms } = await closed;
    expect(received).toMatch(timeoutReply);
    expect(ms).toBeGreaterThan(requestTimeouts.requestMs);
    expect(ms).toBeLessThan(requestTimeouts.uploadMs);
  });

  test("if it is signed, or its path is unknown", async () => {
    for (const path of ["/iapi/telemetry", "/nowhere"]) {
      const { socket, closed } = await openConnection();
      socket.write(
        formatHead(`POST ${path}`, { "content-type": "application/json", "content-length": "100" }),
      );
      await sendSlowly(socket, spaces(40));
      expect((await closed).ms, path).toBeLessThan(requestTimeouts.uploadMs);
    }
  });

  test("if it has a body that is not read", async () => {
    const { socket, closed } = await openConnection();
    socket.write(formatHead("GET /health", { "content-length": "100" }));
    await sendSlowly(socket, spaces(40));
    const { received, ms } = await closed;
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(ms).toBeLessThan(requestTimeouts.uploadMs);
  });

  test("if it is an upload that stalls", async () => {
    const { socket, closed } = await openConnection();
    socket.write(await createUploadHead(1_000));
    socket.write(filePart);
    const { received, ms } = await closed;
    expect(received).toMatch(timeoutReply);
    expect(ms).toBeLessThan(requestTimeouts.uploadMs);
  });

  test("if it is an upload that takes too long", async () => {
    const { socket, closed } = await openConnection();
    socket.write(await createUploadHead(1_000));
    await sendSlowly(socket, [filePart, ...spaces(40)]);
    const { received, ms } = await closed;
    expect(received).toMatch(timeoutReply);
    expect(ms).toBeGreaterThan(requestTimeouts.uploadMs);
  });
});

describe.concurrent("A response that is not read", () => {
  test("closes its connection after the idle timeout", async () => {
    const { socket, closed } = await openConnection();
    socket.pause();
    socket.write(formatHead("GET /endless/unread", {}));
    await expect.poll(() => serverSockets.get("unread")?.destroyed).toBe(false);
    await expect.poll(() => serverSockets.get("unread")?.destroyed, { timeout: 10_000 }).toBe(true);
    socket.destroy();
    await closed;
  });

  test("is not closed while it is read slowly", async () => {
    const { socket, closed } = await openConnection();
    socket.pause();
    socket.write(formatHead("GET /endless/slow", {}));
    const startMs = performance.now();
    while (performance.now() - startMs < 3 * requestTimeouts.idleMs) {
      await wait(pieceMs);
      socket.read(1_000_000);
    }
    expect(serverSockets.get("slow")?.destroyed).toBe(false);
    socket.destroy();
    await closed;
  });
});

describe.concurrent("A slow connection is tolerated", () => {
  test("for an upload that makes progress, beyond the limit of other requests", async () => {
    const { socket, closed } = await openConnection();
    const rest = ["no", "pic", "ture", "\r\n", "--b--", "\r\n"];
    const body = filePart + rest.join("");
    socket.write(await createUploadHead(Buffer.byteLength(body)));
    await sendSlowly(socket, [filePart, ...rest]);
    socket.end();
    // The upload was read completely and refused as no picture.
    expect((await closed).received).toMatch(/^HTTP\/1\.1 200 [\s\S]*"state":-1,"message":"(?!请求超时)/);
  });

  test("for a response that takes longer than a request may", async () => {
    const { socket, closed } = await openConnection();
    socket.write(formatHead("POST /long", { "content-length": "0", connection: "close" }));
    const { received, ms } = await closed;
    expect(received).toContain("\r\n7\r\n");
    expect(ms).toBeGreaterThan(requestTimeouts.requestMs);
  });
});

/** Larger than the socket buffers. */
const longBody = JSON.stringify({ text: "x".repeat(500_000) });
const createHead = (path: string) =>
  formatHead(`POST ${path}`, {
    "content-type": "application/json",
    "content-length": `${longBody.length}`,
    connection: "close",
  });

describe("A request does not time out because the server is late", () => {
  test("to read the body", async () => {
    const { socket, closed } = await openConnection();
    socket.write(createHead("/late") + longBody);
    expect((await closed).received).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"length":500000\}$/);
  });

  test("because its event loop is blocked", async () => {
    const { socket, closed } = await openConnection();
    socket.write(createHead("/length") + longBody.slice(0, 1_000));
    // Wait for one check.
    await wait(2 * requestTimeouts.checkIntervalMs);
    socket.write(longBody.slice(1_000));
    await new Promise((sent) => setImmediate(sent));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, requestTimeouts.requestMs + 200);
    expect((await closed).received).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test("A body that is refused is read to its end, so that a proxy can pass on the answer", async () => {
  const { socket, closed } = await openConnection();
  const body = " ".repeat(bodyLimit + 1);
  const answers: string[] = [];
  socket.on("data", (chunk) => answers.push(String(chunk)));
  socket.write(
    formatHead("POST /length", { "content-type": "application/json", "content-length": `${body.length}` }),
  );
  await expect.poll(() => answers.join("")).toMatch(/^HTTP\/1\.1 413 /);
  socket.write(body);
  socket.write(formatHead("GET /health", { connection: "close" }));
  expect((await closed).received).toMatch(/^HTTP\/1\.1 413 [\s\S]*HTTP\/1\.1 200 /);
});

test("The real limits are half a minute for a request and five minutes for an upload", async () => {
  expect(limitsWith()).toEqual({
    headersMs: 30_000,
    requestMs: 30_000,
    stallMs: 30_000,
    uploadMs: 300_000,
    idleMs: 60_000,
    checkIntervalMs: 2_000,
  });
  const usual = await createTestPlatform();
  expect(usual.app.server.headersTimeout).toBe(30_000);
  expect(usual.app.server.requestTimeout).toBe(304_000);
  expect(usual.app.server.timeout).toBe(60_000);
  await usual.close();
});

test("An invalid HTTP request gets a 400 in the envelope", async () => {
  const { socket, closed } = await openConnection();
  socket.write("nonsense\r\n\r\n");
  expect((await closed).received).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\{"state":-1,"message":"请求格式不正确，请刷新页面后重试","data":null\}$/,
  );
});

test("None of these tests caused a server error", () => {
  expect(ctx.errors).toEqual([]);
});
