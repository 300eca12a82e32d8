import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import WebSocket from "ws";
import { createTestPlatform, openSession, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { occupyConnections } from "../database/occupyConnections.ts";
import { connectSocket, createMessage, listenSocket, type SocketClient } from "./socketClient.ts";

const ctx = await createTestPlatform({ socketLimits: { registerMs: 600_000 } });
const url = await listenSocket(ctx);
afterAll(() => ctx.close());

let openClients: SocketClient[] = [];
beforeEach(() => {
  for (const { raw } of openClients) raw.terminate();
  openClients = [];
});

async function connectClient(): Promise<SocketClient> {
  const client = await connectSocket(url);
  openClients.push(client);
  return client;
}
const openDutySession = () => openSession(ctx.platform, ctx.staff.duty.id);
async function registerSocket(session: RequestHeaders) {
  const client = await connectClient();
  client.send(createMessage(1, ctx.staff.duty.id, session));
  await client.nextFrame(1);
  return client;
}
/** Blocks session lookups until released. */
const blockSessionLookups = () =>
  occupyConnections(ctx.platform.priorityDb, process.env.TEST_DATABASE_URL ? 3 : 1);
/** The count in /metrics. */
const readEvictedCount = async () => {
  const { body } = await ctx.app.inject("/metrics");
  return Number(/^console_sockets_crowded_out_total (\d+)$/m.exec(body)?.[1]);
};
const countOpen = (clients: readonly SocketClient[]) =>
  clients.filter(({ raw }) => raw.readyState === WebSocket.OPEN).length;

test("An address keeps its 100 newest unregistered sockets, and a new one is always accepted", async () => {
  const before = await readEvictedCount();
  const silent: SocketClient[] = [];
  for (let count = 0; count < 300; count++) silent.push(await connectClient());
  await expect.poll(() => countOpen(silent)).toBe(100);
  expect(countOpen(silent.slice(200))).toBe(100);
  expect(await silent[0]?.closed).toBe(1013);
  const client = await registerSocket(await openDutySession());
  expect(countOpen([client])).toBe(1);
  // The registered socket uses none of the 100 places, but its connection had evicted one.
  expect(countOpen(silent)).toBe(99);
  await connectClient();
  await wait(50);
  expect(countOpen(silent)).toBe(99);
  expect((await readEvictedCount()) - before).toBe(201);
});

test("A socket that has sent its registration is not evicted by 300 new ones", { tags: "full" }, async () => {
  const release = await blockSessionLookups();
  const client = await connectClient();
  client.send(createMessage(1, ctx.staff.duty.id, { authorization: "not-in-memory" }));
  await wait(50);
  for (let count = 0; count < 300; count++) await connectClient();
  expect(client.raw.readyState).toBe(WebSocket.OPEN);
  await release();
  // Closed only now, because of its token.
  expect(await client.closed).toBe(4001);
});

test("A session has at most 20 sockets: the 21st closes its oldest with 4029, and no other session's", async () => {
  const other = await registerSocket(await openDutySession());
  const session = await openDutySession();
  const before = await readEvictedCount();
  const tabs = [];
  for (let count = 0; count < 21; count++) tabs.push(await registerSocket(session));
  expect(await tabs[0]?.closed).toBe(4029);
  expect(countOpen(tabs)).toBe(20);
  expect((await readEvictedCount()) - before).toBe(1);
  expect(countOpen([other])).toBe(1);
  tabs[1]?.raw.close();
  await tabs[1]?.closed;
  await registerSocket(session);
  expect(countOpen(tabs)).toBe(19);
});
