import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectBare } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { connect, listen, message } from "./socketClient.ts";

let on: TestPlatform;
let url: string;
beforeAll(async () => {
  on = await testPlatform();
  url = await listen(on);
});
afterAll(() => on.close());

test("Of a session's sockets those that were closed are forgotten, and with the last the session", async () => {
  const headers = await openSession(on.platform, on.staff.duty.id);
  const register = async () => {
    const client = await connect(url);
    client.say(message(1, on.staff.duty.id, headers));
    const { data } = await client.frame(1);
    expect(data).toMatchObject({ heartbeatSeconds: 5 });
    return client;
  };
  const [first, ...others] = [await register(), await register(), await register()];
  /** Sockets that a session holds, as the hub counts them. */
  const held = async () => {
    const { body } = await on.app.inject("/metrics");
    return Number(/^console_sockets_registered (\d+)$/m.exec(body)?.[1]);
  };
  expect(await held()).toBe(3);
  for (const { raw } of others) raw.close();
  await expect.poll(held, { timeout: 5_000 }).toBe(1);
  // Also one that ends without a word.
  first?.raw.terminate();
  await expect.poll(held, { timeout: 5_000 }).toBe(0);
});

test("A client that does not answer the close holds up the server's end for two seconds, not for thirty", async () => {
  const stopping = await testPlatform();
  const { port } = new URL(await listen(stopping));
  const client = connectBare(Number(port), "127.0.0.1");
  const key = randomBytes(16).toString("base64");
  client.write(
    `GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  );
  const [head] = await once(client, "data");
  expect(String(head)).toMatch(/^HTTP\/1\.1 101 /);
  client.on("error", () => undefined);
  const begun = performance.now();
  await stopping.close();
  expect(performance.now() - begun).toBeLessThan(10_000);
  client.destroy();
});
