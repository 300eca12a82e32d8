import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiptLimits as limitsWith } from "../../server/http/receiptLimits.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";

/** In place of half a minute, and of five minutes of an upload. */
const receiptLimits = {
  headersMs: 1_000,
  requestMs: 1_000,
  stallMs: 800,
  uploadMs: 3_000,
  idleMs: 1_500,
  everyMs: 100,
};
/** Below the others' limits, and more than one look of the server. */
const pieceMs = 250;

let on: TestPlatform;
let port: number;
beforeAll(async () => {
  on = await testPlatform({ receiptLimits });
  // Answers a whole request for longer than a request may take to arrive.
  on.app.post("/long", async (_request, reply) => reply.type("text/plain").send(Readable.from(slowly())));
  on.app.get<{ Params: { id: string } }>("/endless/:id", async ({ raw, params: { id } }, reply) => {
    serverSides.set(id, raw.socket);
    return reply.type("text/plain").send(Readable.from(endlessly()));
  });
  // Seam: the body that the tests send.
  const lengthOf = async ({ body }: { body: unknown }) => ({
    length: (body as { text: string }).text.length,
  });
  on.app.post("/length", lengthOf);
  // Asks nothing of the body for longer than a request may take to arrive.
  on.app.post("/late", { onRequest: () => wait(1_250) }, lengthOf);
  await on.app.listen({ host: "127.0.0.1", port: 0 });
  ({ port } = on.app.server.address() as AddressInfo);
});
afterAll(() => on.close());

/** The server's ends of the connections on which it sends without end. */
const serverSides = new Map<string, Socket>();
function* endlessly() {
  for (;;) yield "x".repeat(65_536);
}

async function* slowly() {
  for (let piece = 0; piece < 8; piece++) {
    yield `${piece}`;
    await wait(pieceMs);
  }
}

/** A bare connection, and all that came over it until it was closed. */
async function open() {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += String(chunk);
  });
  // Writing to a connection that the server has ended is what these clients do.
  socket.on("error", () => undefined);
  const begun = performance.now();
  const closed = new Promise<{ answer: string; ms: number }>((resolve) =>
    socket.once("close", () => resolve({ answer, ms: performance.now() - begun })),
  );
  return { socket, closed };
}

/** Sends piece by piece until there is nothing left or the connection is gone. */
async function drip(socket: Socket, pieces: readonly string[]) {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await wait(pieceMs);
  }
}

const head = (line: string, headers: Readonly<Record<string, string>>) =>
  `${line} HTTP/1.1\r\nhost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
const spaces = (count: number) => Array.from({ length: count }, () => " ");
const timedOut = /^HTTP\/1\.1 408 [\s\S]*\{"state":-1,"message":"请求超时，请重试","data":null\}$/;

async function uploadHead(length: number) {
  const { authorization = "", "u-token": uToken = "" } = await on.as("operator");
  const type = "multipart/form-data; boundary=b";
  const headers = { authorization, "u-token": uToken, "content-type": type, "content-length": `${length}` };
  return head("POST /wms/api/logo/upload", headers);
}
const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

// Real time is waited for side by side.
describe.concurrent("A request that arrives too slowly is ended", () => {
  test("whose headers come byte by byte", async () => {
    const { socket, closed } = await open();
    await drip(socket, [..."GET /health HTTP/1.1\r\n"]);
    expect((await closed).answer).toMatch(timedOut);
  });

  test("that never begins", async () => {
    const { closed } = await open();
    expect((await closed).answer).toMatch(timedOut);
  });

  test("whose body comes byte by byte", async () => {
    const { socket, closed } = await open();
    socket.write(
      head("POST /wms/api/user/login", { "content-type": "application/json", "content-length": "100" }),
    );
    await drip(socket, spaces(40));
    const { answer, ms } = await closed;
    expect(answer).toMatch(timedOut);
    expect(ms).toBeGreaterThan(receiptLimits.requestMs);
    expect(ms).toBeLessThan(receiptLimits.uploadMs);
  });

  test("that is signed, or goes nowhere", async () => {
    for (const path of ["/iapi/telemetry", "/nowhere"]) {
      const { socket, closed } = await open();
      socket.write(head(`POST ${path}`, { "content-type": "application/json", "content-length": "100" }));
      await drip(socket, spaces(40));
      expect((await closed).ms, path).toBeLessThan(receiptLimits.uploadMs);
    }
  });

  test("whose body nobody asked for", async () => {
    const { socket, closed } = await open();
    socket.write(head("GET /health", { "content-length": "100" }));
    await drip(socket, spaces(40));
    const { answer, ms } = await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(ms).toBeLessThan(receiptLimits.uploadMs);
  });

  test("an upload that stands still", async () => {
    const { socket, closed } = await open();
    socket.write(await uploadHead(1_000));
    socket.write(part);
    const { answer, ms } = await closed;
    expect(answer).toMatch(timedOut);
    expect(ms).toBeLessThan(receiptLimits.uploadMs);
  });

  test("an upload that goes on for too long", async () => {
    const { socket, closed } = await open();
    socket.write(await uploadHead(1_000));
    await drip(socket, [part, ...spaces(40)]);
    const { answer, ms } = await closed;
    expect(answer).toMatch(timedOut);
    expect(ms).toBeGreaterThan(receiptLimits.uploadMs);
  });
});

describe.concurrent("An answer that is not read", () => {
  test("ends its connection once nothing of it has moved for a while", async () => {
    const { socket, closed } = await open();
    socket.pause();
    socket.write(head("GET /endless/unread", {}));
    await expect.poll(() => serverSides.get("unread")?.destroyed).toBe(false);
    await expect.poll(() => serverSides.get("unread")?.destroyed, { timeout: 10_000 }).toBe(true);
    socket.destroy();
    await closed;
  });

  test("but slowly is sent to its end", async () => {
    const { socket, closed } = await open();
    socket.pause();
    socket.write(head("GET /endless/slow", {}));
    const begun = performance.now();
    while (performance.now() - begun < 3 * receiptLimits.idleMs) {
      await wait(pieceMs);
      socket.read(1_000_000);
    }
    expect(serverSides.get("slow")?.destroyed).toBe(false);
    socket.destroy();
    await closed;
  });
});

describe.concurrent("Slowness that is borne", () => {
  test("an upload that goes on, for longer than any other request may take", async () => {
    const { socket, closed } = await open();
    const rest = ["no", "pic", "ture", "\r\n", "--b--", "\r\n"];
    const body = part + rest.join("");
    socket.write(await uploadHead(Buffer.byteLength(body)));
    await drip(socket, [part, ...rest]);
    socket.end();
    // All of it was read: what is wrong with it is that it is no picture.
    expect((await closed).answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"state":-1,"message":"(?!请求超时)/);
  });

  test("an answer that takes longer than a request may", async () => {
    const { socket, closed } = await open();
    socket.write(head("POST /long", { "content-length": "0", connection: "close" }));
    const { answer, ms } = await closed;
    expect(answer).toContain("\r\n7\r\n");
    expect(ms).toBeGreaterThan(receiptLimits.requestMs);
  });
});

/** More than the server takes in before it reads. */
const long = JSON.stringify({ text: "x".repeat(500_000) });
const headTo = (path: string) =>
  head(`POST ${path}`, {
    "content-type": "application/json",
    "content-length": `${long.length}`,
    connection: "close",
  });

describe("The server's own lateness is not the client's:", () => {
  test("until it reads the body", async () => {
    const { socket, closed } = await open();
    socket.write(headTo("/late") + long);
    expect((await closed).answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"length":500000\}$/);
  });

  test("while it does nothing at all", async () => {
    const { socket, closed } = await open();
    socket.write(headTo("/length") + long.slice(0, 1_000));
    // Looked at once.
    await wait(2 * receiptLimits.everyMs);
    socket.write(long.slice(1_000));
    await new Promise((sent) => setImmediate(sent));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, receiptLimits.requestMs + 200);
    expect((await closed).answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test("A server has half a minute of patience with a request, five minutes with an upload", async () => {
  expect(limitsWith()).toEqual({
    headersMs: 30_000,
    requestMs: 30_000,
    stallMs: 30_000,
    uploadMs: 300_000,
    idleMs: 60_000,
    everyMs: 2_000,
  });
  const usual = await testPlatform();
  expect(usual.app.server.headersTimeout).toBe(30_000);
  expect(usual.app.server.requestTimeout).toBe(304_000);
  expect(usual.app.server.timeout).toBe(60_000);
  await usual.close();
});

test("What is no request at all is answered in an envelope as well", async () => {
  const { socket, closed } = await open();
  socket.write("nonsense\r\n\r\n");
  expect((await closed).answer).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*\{"state":-1,"message":"请求格式不正确，请刷新页面后重试","data":null\}$/,
  );
});

test("None of this is a fault of the server's own", () => {
  expect(on.faults).toEqual([]);
});
