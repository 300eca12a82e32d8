import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import type { SmsGateway } from "./gateway.ts";

const submitResponse = z.union([
  z.object({ accepted: z.literal(true), id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  z.object({ accepted: z.literal(false), reason: z._default(z.string().check(z.maxLength(200)), "") }),
]);
const reportsResponse = z.object({
  reports: z.array(
    z.object({
      key: z.string(),
      delivered: z.boolean(),
      reason: z._default(z.string(), ""),
      reply: z._default(z.string(), ""),
    }),
  ),
});

/** A gateway with `POST {url}/send` and `POST {url}/reports`, see docs/sms-gateway.md. */
export function createHttpGateway({
  url,
  token,
}: {
  readonly url: string;
  readonly token?: string;
}): SmsGateway {
  const post = (path: string, body: unknown, signal: AbortSignal) =>
    postJson(`${url}${path}`, token, body, signal);
  return {
    submit: async (message, signal) => {
      const answer = submitResponse.parse(await post("/send", message, signal));
      return answer.accepted
        ? { accepted: true, gatewayId: answer.id }
        : { accepted: false, reason: answer.reason || "网关拒绝" };
    },
    reports: async (queries, signal) => {
      const keys = queries.map(({ key }) => key);
      const { reports } = reportsResponse.parse(await post("/reports", { keys }, signal));
      return reports.filter(({ key }) => keys.includes(key));
    },
  };
}

async function postJson(
  url: string,
  token: string | undefined,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const request = (url.startsWith("https:") ? https : http).request(url, {
    method: "POST",
    signal,
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, "response", { signal })) as [IncomingMessage];
  const responseText = await text(response);
  if (response.statusCode !== 200) throw new Error(`The SMS gateway answered ${response.statusCode}`);
  return JSON.parse(responseText);
}
