/** @module-tag full */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { type ApiClient, createApiClient, loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";

const kills = 4;
const handedMessage = z.object({ key: z.string(), phone: z.string() });
const queued = z.object({ batchId: z.string(), count: z.number() });
const counts = z.record(z.string(), z.number());
const batch = z.object({ status: z.string(), counts });

/** A gateway that answers after 40 ms and records the phone of every message it received. */
async function startSlowGateway() {
  const receivedPhones: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url !== "/send") return response.end(JSON.stringify({ reports: [] }));
      const { key, phone } = handedMessage.parse(body);
      receivedPhones.push(phone);
      return setTimeout(() => response.end(JSON.stringify({ accepted: true, id: key })), 40);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    receivedPhones,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it(`Bulk SMS resumes after each of ${kills} kills: no phone gets it twice, and interrupted messages are "unknown"`, async () => {
  using data = createDemoFolder();
  using gateway = await startSlowGateway();
  const env = { SMS_URL: gateway.url, FLEET: "0" };
  let server = await startServer({ dataDir: data.path, env });
  const { headers } = await loginClient(server.url, "13800000002");
  const operator = () => createApiClient(server.url, headers);
  const body = {
    type: "notice",
    templateCode: "NOTICE_ACCOUNT",
    target: { all: true },
    requestId: "kill-sms-1",
  };
  const { batchId, count } = queued.parse((await operator().call("POST", "/sms/send/all", body)).data);
  expect(count).toBeGreaterThan(300);
  const read = async (who: ApiClient) => batch.parse((await who.call("GET", `/x/sms/batch/${batchId}`)).data);

  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = gateway.receivedPhones.length;
      while (gateway.receivedPhones.length < before + 25 + kill * 7)
        await new Promise((later) => setTimeout(later, 5));
      await server.stop("SIGKILL");
      server = await startServer({ dataDir: data.path, env });
    }
    let now = await read(operator());
    while (now.status !== "finished") {
      await new Promise((later) => setTimeout(later, 200));
      now = await read(operator());
    }
    const unknown = now.counts["unknown"] ?? 0;
    // At most four messages are in flight at the gateway.
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThanOrEqual(4 * kills);
    expect(now.counts).toMatchObject({ queued: 0, sending: 0, failed: 0, unknown, sent: count - unknown });
    expect(new Set(gateway.receivedPhones).size).toBe(gateway.receivedPhones.length);
    // Every message that did not arrive is counted as "unknown".
    expect(count - gateway.receivedPhones.length).toBeLessThanOrEqual(unknown);
    // The same requestId returns the same batch.
    expect(queued.parse((await operator().call("POST", "/sms/send/all", body)).data).batchId).toBe(batchId);
  } finally {
    await server.stop();
  }
});
