import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectBare } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createTestPlatform, openSession } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "./socketClient.ts";

const ctx = await createTestPlatform();
const url = await listenSocket(ctx);
afterAll(() => ctx.close());

test("A session's closed sockets are removed from the registry", async () => {
  const headers = await openSession(ctx.platform, ctx.staff.duty.id);
  const register = async () => {
    const client = await connectSocket(url);
    client.send(createMessage(1, ctx.staff.duty.id, headers));
    const { data } = await client.nextFrame(1);
    expect(data).toMatchObject({ heartbeatSeconds: 5 });
    return client;
  };
  const [first, ...others] = [await register(), await register(), await register()];
  /** Number of registered sockets in /metrics. */
  const countRegistered = async () => {
    const { body } = await ctx.app.inject("/metrics");
    return Number(/^console_sockets_registered (\d+)$/m.exec(body)?.[1]);
  };
  expect(await countRegistered()).toBe(3);
  for (const { raw } of others) raw.close();
  await expect.poll(countRegistered, { timeout: 5_000 }).toBe(1);
  // Also one that ends without a close frame.
  first?.raw.terminate();
  await expect.poll(countRegistered, { timeout: 5_000 }).toBe(0);
});

test("A client that does not answer the close frame does not delay the shutdown by 30 seconds", async () => {
  const stopping = await createTestPlatform();
  const { port } = new URL(await listenSocket(stopping));
  const client = connectBare(Number(port), "127.0.0.1");
  const key = randomBytes(16).toString("base64");
  client.write(
    `GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  );
  const [head] = await once(client, "data");
  expect(String(head)).toMatch(/^HTTP\/1\.1 101 /);
  client.on("error", () => undefined);
  const startedAt = performance.now();
  await stopping.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  client.destroy();
});
