import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { type Envelope, stateCodes } from "../../adapters/contract/envelope.ts";
import { StateReply } from "../call.ts";

export type Outcome = Envelope;

/** Wraps a handler's result in the envelope. Throws if the data does not fit the call's schema. */
export function toOutcome(endpoint: Endpoint, returned: unknown): Outcome {
  if (returned instanceof StateReply)
    return { state: returned.state, message: returned.message, data: returned.data };
  if (!endpoint.data) return { state: stateCodes.ok, message: "", data: null };
  const parsed = endpoint.data.safeParse(returned);
  if (!parsed.success)
    throw new Error(`${endpoint.path} answered with data that does not fit: ${parsed.error.message}`);
  return { state: stateCodes.ok, message: "", data: parsed.data };
}
