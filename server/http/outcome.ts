import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { type Envelope, states } from "../../adapters/contract/envelope.ts";
import { Said } from "../call.ts";

export type Outcome = Envelope;

/** The envelope of what a handler returned; data that does not fit the call's own schema is the server's fault. */
export function outcomeOf(endpoint: Endpoint, returned: unknown): Outcome {
  if (returned instanceof Said)
    return { state: returned.state, message: returned.message, data: returned.data };
  if (!endpoint.data) return { state: states.ok, message: "", data: null };
  const parsed = endpoint.data.safeParse(returned);
  if (!parsed.success)
    throw new Error(`${endpoint.path} answered with data that does not fit: ${parsed.error.message}`);
  return { state: states.ok, message: "", data: parsed.data };
}
