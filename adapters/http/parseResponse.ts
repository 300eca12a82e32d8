import type { Endpoint } from "../contract/endpoint.ts";
import {
  authErrorData,
  commitUnknownData,
  type Envelope,
  envelope,
  proxyCodes,
  proxyEnvelope,
  stateCodes,
} from "../contract/envelope.ts";
import { CallError, type ErrorKind } from "./callError.ts";

const errorKindByStatus: Readonly<Record<number, ErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  403: "expired",
  404: "notFound",
  429: "tooMany",
};

/** What a proxy answers with in the place of a server that it cannot reach. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

/** What came back of a call: its status, all of its body, its `X-Request-Id` and its `Retry-After`. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  readonly reqId: string | null;
  /** Null where it gave none. */
  readonly retryAfterMs: number | null;
}

/**
 * The envelope of an answer. A status other than 200 throws by its kind, with the server's message, or as
 * offline where a proxy has answered in the server's place; so does a body that is no envelope. The proxy base's second envelope is brought to the first one's form: code 20000
 * becomes state 0. Its other codes mean nothing in the first one's terms: each is a refusal, of which
 * "Error" is said where the platform says nothing.
 */
export function parseResponse(
  endpoint: Endpoint,
  { status, text, reqId, retryAfterMs }: RawResponse,
): Envelope {
  const json = parseJson(text);
  const { data: directEnvelope } = envelope.safeParse(json);
  const proxiedEnvelope = endpoint.host === "proxy" ? proxyEnvelope.safeParse(json).data : undefined;
  const toError = (kind: ErrorKind, details?: Partial<Envelope>) =>
    new CallError(kind, formatCallName(endpoint), { status, reqId, retryAfterMs, ...details });
  if (status !== 200) {
    // Not the server's words: whether it has acted nobody knows, and it may be back at once.
    if (!directEnvelope && !proxiedEnvelope && gatewayStatuses.includes(status))
      throw new CallError("offline", formatCallName(endpoint), { status });
    throw toError(errorKindByStatus[status] ?? toFailureKind(status, directEnvelope?.data), directEnvelope);
  }
  if (endpoint.host === "proxy") {
    if (!proxiedEnvelope) throw toError("contract");
    const { code, message = "", data } = proxiedEnvelope;
    if (code === proxyCodes.ok) return { state: stateCodes.ok, message, data };
    throw toError(toRefusalKind(data), { state: code, message: message || "Error", data });
  }
  if (!directEnvelope) throw toError("contract");
  return directEnvelope;
}

/** `METHOD /path`, without values. */
export const formatCallName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The kind of a refusal whose state says no more than that. */
export const toRefusalKind = (data: unknown): ErrorKind =>
  authErrorData.safeParse(data).data?.reason === "initialPassword" ? "initialPassword" : "refused";

function toFailureKind(status: number, data: unknown): ErrorKind {
  if (commitUnknownData.safeParse(data).success) return "commitUnknown";
  return status === 503 ? "unavailable" : "server";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
