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

/** A gateway that takes its time, and remembers every message that it was ever handed. */
async function startSlowGateway() {
  const got: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      if (request.url !== "/send") return response.end(JSON.stringify({ reports: [] }));
      const { key, phone } = handedMessage.parse(body);
      got.push(phone);
      return setTimeout(() => response.end(JSON.stringify({ accepted: true, id: key })), 40);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    [Symbol.dispose]: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it(`A mass sending that is killed ${kills} times goes on by itself: nobody gets it twice, and what was cut is of unknown result`, async () => {
  using data = await createDemoFolder();
  using gateway = await startSlowGateway();
  const env = { SMS_URL: gateway.url, FLEET: "0" };
  let server = await startServer({ dataDir: data.at, env });
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
      const before = gateway.got.length;
      while (gateway.got.length < before + 25 + kill * 7) await new Promise((later) => setTimeout(later, 5));
      await server.stop("SIGKILL");
      server = await startServer({ dataDir: data.at, env });
    }
    let now = await read(operator());
    while (now.status !== "finished") {
      await new Promise((later) => setTimeout(later, 200));
      now = await read(operator());
    }
    const unknown = now.counts["unknown"] ?? 0;
    // At most four are with the gateway at any moment.
    expect(unknown).toBeGreaterThan(0);
    expect(unknown).toBeLessThanOrEqual(4 * kills);
    expect(now.counts).toMatchObject({ queued: 0, sending: 0, failed: 0, unknown, sent: count - unknown });
    expect(new Set(gateway.got).size).toBe(gateway.got.length);
    // Whoever did not get it is among those of unknown result.
    expect(count - gateway.got.length).toBeLessThanOrEqual(unknown);
    // Asked for once more by the same name, it is the same sending.
    expect(queued.parse((await operator().call("POST", "/sms/send/all", body)).data).batchId).toBe(batchId);
  } finally {
    await server.stop();
  }
});
