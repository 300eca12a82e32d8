import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHttpGateway } from "../../../server/sms/createHttpGateway.ts";
import type { SmsGateway } from "../../../server/sms/gateway.ts";

interface ReceivedRequest {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

let server: Server;
let gateway: SmsGateway;
let received: ReceivedRequest[];
let answer: { status: number; body: string } | null;
beforeEach(async () => {
  received = [];
  answer = { status: 200, body: "{}" };
  const recordRequest = async (request: IncomingMessage) => {
    const { url = "", headers } = request;
    received.push({ url, authorization: headers.authorization, body: await json(request) });
  };
  server = createServer((request, response) => {
    void recordRequest(request).then(() => {
      if (answer === null) response.destroy();
      else response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  gateway = createHttpGateway({ url: `http://127.0.0.1:${port}/v1`, token: "very-secret" });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const message = {
  key: "7-1",
  phone: "13600000010",
  content: "【低空】雨",
  signature: "低空",
  templateCode: "",
};
const createSignal = () => AbortSignal.timeout(2_000);

describe("The HTTP gateway", () => {
  test("sends a message with its key and the token", async () => {
    answer = { status: 200, body: JSON.stringify({ accepted: true, id: "g-1" }) };
    expect(await gateway.submit(message, createSignal())).toEqual({ accepted: true, gatewayId: "g-1" });
    expect(received).toEqual([{ url: "/v1/send", authorization: "Bearer very-secret", body: message }]);
  });

  test("returns the gateway's refusal with its reason", async () => {
    answer = { status: 200, body: JSON.stringify({ accepted: false, reason: "余额不足" }) };
    expect(await gateway.submit(message, createSignal())).toEqual({ accepted: false, reason: "余额不足" });
  });

  test.each([
    ["an error status", { status: 500, body: "{}" }],
    ["no JSON", { status: 200, body: "busy" }],
    ["something else", { status: 200, body: JSON.stringify({ accepted: "yes" }) }],
    ["a closed connection", null],
  ])("throws on %s, since the result is unknown", async (_what, reply) => {
    answer = reply;
    await expect(gateway.submit(message, createSignal())).rejects.toThrow();
  });

  test("returns only reports of requested messages", async () => {
    const reports = [
      { key: "7-1", delivered: false, reason: "停机" },
      { key: "8-1", delivered: true },
    ];
    answer = { status: 200, body: JSON.stringify({ reports }) };
    const requested = [{ key: "7-1", gatewayId: "g-1", phone: "13600000010" }];
    expect(await gateway.reports(requested, createSignal())).toEqual([
      { key: "7-1", delivered: false, reason: "停机", reply: "" },
    ]);
    expect(received).toMatchObject([{ url: "/v1/reports", body: { keys: ["7-1"] } }]);
  });
});
