/** @module-tag full */

import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createApp } from "../../../server/app.ts";
import { createTestPlatform, openSession, type TestPlatform } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "./socketClient.ts";

/** Replaces the real limits of 15 and 5 seconds. */
const socketLimits = { silenceMs: 1_000, registerMs: 500 } as const;

let ctx: TestPlatform;
let url: string;
beforeAll(async () => {
  ctx = await createTestPlatform({ socketLimits });
  url = await listenSocket(ctx);
});
afterAll(() => ctx.close());

async function registerSocket(socketUrl = url, platform = ctx) {
  const { id } = platform.staff.duty;
  const session = await openSession(platform.platform, id);
  const client = await connectSocket(socketUrl);
  client.send(createMessage(1, id, session));
  await client.nextFrame(1);
  return { client, beat: () => client.send(createMessage(2, id, session)) };
}

/** Blocks the event loop, as a long computation does. */
const blockEventLoop = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Blocks the embedded database until released. On PostgreSQL other connections stay free. */
async function blockDatabase() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: signalHeld } = Promise.withResolvers<void>();
  const finished = ctx.db.transaction(async () => {
    signalHeld();
    await promise;
  });
  await isHeld;
  return async () => {
    resolve();
    await finished;
  };
}

test.each([20, 1_000])(
  "A heartbeat that has arrived counts even if the server reads it %i ms late",
  async (lateMs) => {
    const { client, beat } = await registerSocket();
    const startedAt = performance.now();
    beat();
    blockEventLoop(socketLimits.silenceMs + lateMs - (performance.now() - startedAt));
    await client.nextFrame(2);
    await wait(socketLimits.silenceMs / 2);
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
  },
);

test("After a blocked event loop the server waits longer for a heartbeat", async () => {
  const { client, beat } = await registerSocket();
  blockEventLoop(socketLimits.silenceMs + 800);
  await wait(400);
  expect(client.raw.readyState).toBe(WebSocket.OPEN);
  beat();
  await client.nextFrame(2);
});

test("Heartbeats are answered while the database is blocked, even when the session must be rechecked", async () => {
  const { client, beat } = await registerSocket();
  ctx.clock.advance(60_000);
  const release = await blockDatabase();
  for (const _ of [1, 2, 3, 4]) {
    await wait(socketLimits.silenceMs / 2);
    beat();
    await client.nextFrame(2);
  }
  expect(client.raw.readyState).toBe(WebSocket.OPEN);
  await release();
});

// On PostgreSQL sessions have separate connections.
test.skipIf(Boolean(process.env.TEST_DATABASE_URL))(
  "A registration that waits for the database beyond the client's time limit is answered in the end",
  async () => {
    const { id } = ctx.staff.operator;
    const session = await openSession(ctx.platform, id);
    const release = await blockDatabase();
    const client = await connectSocket(url);
    client.send(createMessage(1, id, session));
    await wait(socketLimits.registerMs + socketLimits.silenceMs);
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
    await release();
    await client.nextFrame(1);
  },
);

test("Without a database sockets stay open, and a new one gets an error message", async () => {
  const broken = await createTestPlatform({ disposableDatabase: true });
  const app = await createApp({ ...broken.platform }, { socketLimits });
  const brokenUrl = await listenSocket({ ...broken, app });
  const { client, beat } = await registerSocket(brokenUrl, broken);
  const session = await openSession(broken.platform, broken.staff.duty.id);
  await broken.close();
  broken.clock.advance(60_000);
  for (const _ of [1, 2]) {
    beat();
    await client.nextFrame(2);
  }
  const other = await connectSocket(brokenUrl);
  other.send(createMessage(1, broken.staff.duty.id, session));
  expect(await other.nextFrame(9)).toMatchObject({
    data: { message: "数据库繁忙，实时连接暂时无法使用，请稍后再试" },
  });
  expect([client.raw.readyState, other.raw.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  // Of writing the last use, of rechecking the session (once for all heartbeats), and of the registration.
  expect(broken.errors).toHaveLength(3);
  await app.close();
});
