import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { createTestPlatform, openSession, type TestPlatform } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "./socketClient.ts";

/** In place of the 15 and 5 seconds of the real server. */
const silenceMs = 3_000;
const registerMs = 1_500;

let ctx: TestPlatform;
let url: string;
beforeAll(async () => {
  ctx = await createTestPlatform({ socketLimits: { silenceMs, registerMs } });
  url = await listenSocket(ctx);
});
afterAll(() => ctx.close());

async function registerSocket(id: string) {
  const session = await openSession(ctx.platform, id);
  const client = await connectSocket(url);
  client.send(createMessage(1, id, session));
  await client.nextFrame(1);
  return { client, session };
}

// Real time is waited for side by side; an account has one live session, so each test has one of its own.
describe.concurrent("Silence on a socket", () => {
  test("A client whose heartbeat stays away is closed", async () => {
    const { client } = await registerSocket(ctx.staff.duty.id);
    const start = performance.now();
    expect(await client.closed).toBe(1001);
    expect(performance.now() - start).toBeGreaterThan(silenceMs - 200);
  });

  test("One that never registers is closed sooner", async () => {
    const start = performance.now();
    const client = await connectSocket(url);
    // Without a session a heartbeat shows nothing.
    await wait(registerMs / 2);
    client.send(createMessage(2, ctx.staff.finance.id, {}));
    expect(await client.closed).toBe(1001);
    expect(performance.now() - start).toBeLessThan(silenceMs);
  });

  test("Heartbeats keep the socket open beyond that time", async () => {
    const { id } = ctx.staff.operator;
    const { client, session } = await registerSocket(id);
    for (const _ of [1, 2, 3, 4]) {
      await wait(silenceMs / 3);
      client.send(createMessage(2, id, session));
      await client.nextFrame(2);
    }
    expect(client.raw.readyState).toBe(WebSocket.OPEN);
  });

  test("Frames that are no heartbeats do not", async () => {
    const { id } = ctx.staff.maintainer;
    const { client, session } = await registerSocket(id);
    for (const _ of [1, 2, 3, 4]) {
      await wait(silenceMs / 3);
      if (client.raw.readyState === WebSocket.OPEN) client.send(createMessage(3, id, session, "*"));
    }
    expect(await client.closed).toBe(1001);
  });
});
