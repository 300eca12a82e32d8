import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createApp } from "../../server/app.ts";
import { openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { connect, listen, message } from "./socketClient.ts";

/** In place of the 15 and 5 seconds of the real server. */
const socketLimits = { silenceMs: 1_000, registerMs: 500 } as const;

let on: TestPlatform;
let url: string;
beforeAll(async () => {
  on = await testPlatform({ socketLimits });
  url = await listen(on);
});
afterAll(() => on.close());

async function registered(at = url, platform = on) {
  const { id } = platform.staff.duty;
  const session = await openSession(platform.platform, id);
  const client = await connect(at);
  client.say(message(1, id, session));
  await client.frame(1);
  return { client, beat: () => client.say(message(2, id, session)) };
}

/** Keeps the whole process from doing anything, as a long computation does. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** Keeps the database from everybody until it is let go; PostgreSQL has connections for others. */
async function holdDatabase() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const ended = on.db.transaction(async () => {
    held();
    await promise;
  });
  await isHeld;
  return async () => {
    resolve();
    await ended;
  };
}

test.each([20, 1_000])(
  "A heartbeat that has arrived counts, though the server comes to it %i ms late",
  async (lateMs) => {
    const { client, beat } = await registered();
    const begun = performance.now();
    beat();
    stall(socketLimits.silenceMs + lateMs - (performance.now() - begun));
    await client.frame(2);
    await wait(socketLimits.silenceMs / 2);
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
  },
);

test("After it was held up the server waits as much longer for a heartbeat", async () => {
  const { client, beat } = await registered();
  stall(socketLimits.silenceMs + 800);
  await wait(400);
  expect(client.raw.readyState).toBe(WebSocket.OPEN);
  beat();
  await client.frame(2);
});

test("Heartbeats are answered while the database is not, also when the session is to be checked", async () => {
  const { client, beat } = await registered();
  on.clock.advance(60_000);
  const letGo = await holdDatabase();
  for (const _ of [1, 2, 3, 4]) {
    await wait(socketLimits.silenceMs / 2);
    beat();
    await client.frame(2);
  }
  expect(client.raw.readyState).toBe(WebSocket.OPEN);
  await letGo();
});

// On PostgreSQL sessions have connections of their own.
test.skipIf(Boolean(process.env.TEST_DATABASE_URL))(
  "A registration that waits for the database for longer than a client may take is answered in the end",
  async () => {
    const { id } = on.staff.operator;
    const session = await openSession(on.platform, id);
    const letGo = await holdDatabase();
    const client = await connect(url);
    client.say(message(1, id, session));
    await wait(socketLimits.registerMs + socketLimits.silenceMs);
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
    await letGo();
    await client.frame(1);
  },
);

test("Without a database sockets stay, and a new one is told to try again", async () => {
  const broken = await testPlatform({ ends: true });
  const app = await createApp({ ...broken.platform }, { socketLimits });
  const at = await listen({ ...broken, app });
  const { client, beat } = await registered(at, broken);
  const session = await openSession(broken.platform, broken.staff.duty.id);
  await broken.close();
  broken.clock.advance(60_000);
  for (const _ of [1, 2]) {
    beat();
    await client.frame(2);
  }
  const other = await connect(at);
  other.say(message(1, broken.staff.duty.id, session));
  expect(await other.frame(9)).toMatchObject({
    data: { message: "数据库繁忙，实时连接暂时无法使用，请稍后再试" },
  });
  expect([client.raw.readyState, other.raw.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  // Of the last use, of the check of the session, however many heartbeats, and of the registration.
  expect(broken.faults).toHaveLength(3);
  await app.close();
});
