import type { Endpoint } from "../contract/endpoint.ts";
import { type Envelope, envelope, proxyCodes, proxyEnvelope, states } from "../contract/envelope.ts";
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

/** What came back of a call: its status, and all of its body. */
export interface Told {
  readonly status: number;
  readonly text: string;
}

/**
 * The envelope of an answer. A status other than 200 throws by its kind, with the server's message, or as
 * offline where a proxy has answered in the server's place; so does a body that is no envelope. The proxy base's second envelope is brought to the first one's form: code 20000
 * becomes state 0. Its other codes mean nothing in the first one's terms: each is a refusal, of which
 * "Error" is said where the platform says nothing.
 */
export function answered(endpoint: Endpoint, { status, text }: Told): Envelope {
  const call = `${endpoint.method} ${endpoint.path}`;
  const json = parsed(text);
  const plain = envelope.safeParse(json);
  if (status !== 200) {
    const said = plain.success
      ? { message: plain.data.message, state: plain.data.state, data: plain.data.data }
      : {};
    // Not the server's words: whether it has acted nobody knows, and it may be back at once.
    const own = plain.success || (endpoint.host === "proxy" && proxyEnvelope.safeParse(json).success);
    const unanswered = !own && gateway.includes(status);
    throw new CallError(unanswered ? "offline" : (kinds[status] ?? "server"), call, { status, ...said });
  }
  if (endpoint.host === "proxy") {
    const proxied = proxyEnvelope.safeParse(json);
    if (!proxied.success) throw new CallError("contract", call, { status });
    const { code, message = "", data } = proxied.data;
    if (code === proxyCodes.ok) return { state: states.ok, message, data };
    throw new CallError("refused", call, { status, state: code, message: message || "Error", data });
  }
  if (!plain.success) throw new CallError("contract", call, { status });
  return plain.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
