import type { Endpoint } from "../contract/endpoint.ts";
import {
  commitUnknownData,
  deniedData,
  type Envelope,
  envelope,
  proxyCodes,
  proxyEnvelope,
  states,
} from "../contract/envelope.ts";
import { CallError, type ErrorKind } from "./callError.ts";

const kinds: Readonly<Record<number, ErrorKind>> = {
  400: "invalid",
  401: "unauthorized",
  403: "expired",
  404: "notFound",
  429: "tooMany",
};

/** What a proxy answers with in the place of a server that it cannot reach. */
const gateway: readonly number[] = [502, 503, 504];

/** What came back of a call: its status, all of its body, its `X-Request-Id` and its `Retry-After`. */
export interface Told {
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
export function answered(endpoint: Endpoint, { status, text, reqId, retryAfterMs }: Told): Envelope {
  const json = parsed(text);
  const { data: plain } = envelope.safeParse(json);
  const proxied = endpoint.host === "proxy" ? proxyEnvelope.safeParse(json).data : undefined;
  const fault = (kind: ErrorKind, said?: Partial<Envelope>) =>
    new CallError(kind, callName(endpoint), { status, reqId, retryAfterMs, ...said });
  if (status !== 200) {
    // Not the server's words: whether it has acted nobody knows, and it may be back at once.
    if (!plain && !proxied && gateway.includes(status))
      throw new CallError("offline", callName(endpoint), { status });
    throw fault(kinds[status] ?? failureKind(status, plain?.data), plain);
  }
  if (endpoint.host === "proxy") {
    if (!proxied) throw fault("contract");
    const { code, message = "", data } = proxied;
    if (code === proxyCodes.ok) return { state: states.ok, message, data };
    throw fault(refusalKind(data), { state: code, message: message || "Error", data });
  }
  if (!plain) throw fault("contract");
  return plain;
}

/** `METHOD /path`, without values. */
export const callName = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The kind of a refusal whose state says no more than that. */
export const refusalKind = (data: unknown): ErrorKind =>
  deniedData.safeParse(data).data?.reason === "initialPassword" ? "initialPassword" : "refused";

function failureKind(status: number, data: unknown): ErrorKind {
  if (commitUnknownData.safeParse(data).success) return "commitUnknown";
  return status === 503 ? "unavailable" : "server";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
