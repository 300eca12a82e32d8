import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { createTestPlatform, openSession } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "./socketClient.ts";

/** Replaces the real limits of 15 and 5 seconds. */
const silenceMs = 3_000;
const registerMs = 1_500;

const ctx = await createTestPlatform({ socketLimits: { silenceMs, registerMs } });
const url = await listenSocket(ctx);
afterAll(() => ctx.close());

async function registerSocket(id: string) {
  const session = await openSession(ctx.platform, id);
  const client = await connectSocket(url);
  client.send(createMessage(1, id, session));
  await client.nextFrame(1);
  return { client, session };
}

// Concurrent because the tests wait in real time. An account has one session, so each test uses another account.
describe.concurrent("Silence on a socket", () => {
  test("A client without heartbeats is closed", async () => {
    const { client } = await registerSocket(ctx.staff.duty.id);
    const start = performance.now();
    expect(await client.closed).toBe(1001);
    expect(performance.now() - start).toBeGreaterThan(silenceMs - 200);
  });

  test("A client that never registers is closed sooner", async () => {
    const start = performance.now();
    const client = await connectSocket(url);
    // A heartbeat without a session does not count.
    await wait(registerMs / 2);
    client.send(createMessage(2, ctx.staff.finance.id, {}));
    expect(await client.closed).toBe(1001);
    expect(performance.now() - start).toBeLessThan(silenceMs);
  });

  test("Heartbeats keep the socket open", async () => {
    const { id } = ctx.staff.operator;
    const { client, session } = await registerSocket(id);
    for (const _ of [1, 2, 3, 4]) {
      await wait(silenceMs / 3);
      client.send(createMessage(2, id, session));
      await client.nextFrame(2);
    }
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
  });

  test("Other frames do not", { tags: "full" }, async () => {
    const { id } = ctx.staff.maintainer;
    const { client, session } = await registerSocket(id);
    for (const _ of [1, 2, 3, 4]) {
      await wait(silenceMs / 3);
      if (client.raw.readyState === WebSocket.OPEN) client.send(createMessage(3, id, session, "*"));
    }
    expect(await client.closed).toBe(1001);
  });
});
