import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type IngestSample, signatureHeaders, telemetryCalls } from "../../../adapters/contract/telemetry.ts";
import { computeSignature } from "../ingest/computeSignature.ts";

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
    const response = await fetch(`${url}${path}`, {
      method,
      body,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        "content-type": "application/json",
        [signatureHeaders.accessKey]: accessKey,
        [signatureHeaders.timestamp]: timestamp,
        [signatureHeaders.nonce]: nonce,
        [signatureHeaders.signature]: computeSignature(secret, { method, path, timestamp, nonce }, body),
      },
    });
    return readAnswer(response.status, await response.text());
  } catch (error) {
    return { kind: "away", text: describeNetworkError(error) };
  }
}

const tooManyRequests = 429;
const serverError = 500;

function readAnswer(status: number, text: string): PostResult {
  const body = parseJson(text);
  const taken = takenBody.safeParse(body);
  if (status === 200 && taken.success) return { kind: "taken", answer: taken.data.data };
  const refused = errorBody.safeParse(body);
  const issues = refused.success ? (refused.data.data?.issues ?? []) : [];
  const said = [
    refused.success ? refused.data.message : "not an answer of the platform",
    ...issues.map((issue) => `${issue.path}: ${issue.message}`),
  ].join("; ");
  const isAway = status >= serverError || status === tooManyRequests;
  return { kind: isAway ? "away" : "wrong", text: `${status} ${said}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `fetch` hides why it failed in the cause. */
function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const { code, message } = (cause instanceof Error ? cause : error) as NodeJS.ErrnoException;
  return code ?? message;
}
