import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import WebSocket from "ws";
import { type Headers, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { holdDatabase } from "./holdDatabase.ts";
import { connect, listen, message, type SocketClient } from "./socketClient.ts";

let on: TestPlatform;
let url: string;
beforeAll(async () => {
  on = await testPlatform({ socketLimits: { registerMs: 60_000 } });
  url = await listen(on);
});
afterAll(() => on.close());

let open: SocketClient[] = [];
beforeEach(() => {
  for (const { raw } of open) raw.terminate();
  open = [];
});

async function connected(): Promise<SocketClient> {
  const client = await connect(url);
  open.push(client);
  return client;
}
const dutySession = () => openSession(on.platform, on.staff.duty.id);
async function registered(session: Headers) {
  const client = await connected();
  client.say(message(1, on.staff.duty.id, session));
  await client.frame(1);
  return client;
}
/** Keeps the database from looking up sessions until it is let go. */
const holdSessions = () => holdDatabase(on.platform.priorityDb, process.env.TEST_DATABASE_URL ? 3 : 1);
/** As /metrics tells it. */
const crowdedOut = async () => {
  const { body } = await on.app.inject("/metrics");
  return Number(/^console_sockets_crowded_out_total (\d+)$/m.exec(body)?.[1]);
};
const openOf = (clients: readonly SocketClient[]) =>
  clients.filter(({ raw }) => raw.readyState === WebSocket.OPEN).length;

test("Of an address whose sockets do not register the hundred newest stay, and whoever comes is let in", async () => {
  const before = await crowdedOut();
  const silent: SocketClient[] = [];
  for (let count = 0; count < 300; count++) silent.push(await connected());
  await expect.poll(() => openOf(silent)).toBe(100);
  expect(openOf(silent.slice(200))).toBe(100);
  expect(await silent[0]?.closed).toBe(1013);
  const client = await registered(await dutySession());
  expect(openOf([client])).toBe(1);
  // The one that registered takes none of the hundred places, but the one that it came for is gone.
  expect(openOf(silent)).toBe(99);
  await connected();
  await wait(50);
  expect(openOf(silent)).toBe(99);
  expect((await crowdedOut()) - before).toBe(201);
});

test("Sockets opened at will, 300 at a time, do not close one that has sent its registration", async () => {
  const letGo = await holdSessions();
  const client = await connected();
  client.say(message(1, on.staff.duty.id, { authorization: "not-in-memory" }));
  await wait(50);
  for (let count = 0; count < 300; count++) await connected();
  expect(client.raw.readyState).toBe(WebSocket.OPEN);
  await letGo();
  // Judged at last, by its token.
  expect(await client.closed).toBe(4001);
});

test("A session has at most 20 sockets: the 21st closes its oldest with 4029, and nobody else's", async () => {
  const other = await registered(await dutySession());
  const session = await dutySession();
  const before = await crowdedOut();
  const tabs = [];
  for (let count = 0; count < 21; count++) tabs.push(await registered(session));
  expect(await tabs[0]?.closed).toBe(4029);
  expect(openOf(tabs)).toBe(20);
  expect((await crowdedOut()) - before).toBe(1);
  expect(openOf([other])).toBe(1);
  tabs[1]?.raw.close();
  await tabs[1]?.closed;
  await registered(session);
  expect(openOf(tabs)).toBe(19);
});
