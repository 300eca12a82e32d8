import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import * as z from "zod/mini";
import { type IngestSample, signatureHeaders, telemetryCalls } from "../../adapters/contract/telemetry.ts";
import { computeSignature } from "../../server/telemetry/ingest/computeSignature.ts";

export interface DeviceAccount {
  /** Where the platform is, without a path. */
  readonly url: string;
  readonly accessKey: string;
  readonly secret: string;
}

const { path, method, data: answerData } = telemetryCalls.telemetryIngest;
export type IngestAnswer = z.infer<typeof answerData>;

/** What became of a request: taken, not the platform's answer (to be sent again), or wrong (never to be sent again). */
export type PostResult =
  | { readonly kind: "taken"; readonly answer: IngestAnswer }
  | { readonly kind: "away"; readonly text: string }
  | { readonly kind: "wrong"; readonly text: string };

const timeoutMs = 15_000;

const takenBody = z.object({ data: answerData });
const errorBody = z.object({
  message: z.string(),
  data: z.optional(
    z.nullable(
      z.object({ issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))) }),
    ),
  ),
});

/** Sends samples with the signature that docs/wire-format.md describes. */
export async function postTelemetry(
  { url, accessKey, secret }: DeviceAccount,
  samples: readonly IngestSample[],
): Promise<PostResult> {
  const body = new TextEncoder().encode(JSON.stringify({ samples }));
  const timestamp = String(Date.now());
  const nonce = randomUUID();
  try {
    const request = (url.startsWith("https:") ? https : http).request(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "content-type": "application/json",
        [signatureHeaders.accessKey]: accessKey,
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.nonce]: nonce,
        [signatureHeaders.signature]: computeSignature(secret, { method, path, timestamp, nonce }, body),
      },
    });
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return readAnswer(response.statusCode ?? 0, await text(response));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: "away", text: code ?? message };
  }
}

const tooManyRequests = 429;
const serverError = 500;

function readAnswer(status: number, answer: string): PostResult {
  const body = parseJson(answer);
  const taken = takenBody.safeParse(body);
  if (status === 200 && taken.success) return { kind: "taken", answer: taken.data.data };
  const refused = errorBody.safeParse(body);
  const issues = refused.success ? (refused.data.data?.issues ?? []) : [];
  const reason = [
    refused.success ? refused.data.message : "not an answer of the platform",
    ...issues.map((issue) => `${issue.path}: ${issue.message}`),
  ].join("; ");
  const isAway = status >= serverError || status === tooManyRequests;
  return { kind: isAway ? "away" : "wrong", text: `${status} ${reason}` };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
