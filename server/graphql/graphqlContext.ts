import { type Contract, contract } from "../../adapters/contract/contract.ts";
import type { Endpoint, EndpointData } from "../../adapters/contract/endpoint.ts";
import { stateCodes } from "../../adapters/contract/envelope.ts";
import { mayCall } from "../../adapters/contract/mayCall.ts";
import { wallFields } from "../../adapters/contract/wallReads.ts";
import type { Actor, EndpointInput } from "../call.ts";
import type { CallServices, IncomingCall } from "../calls/createCall.ts";
import { runCall } from "../calls/runCall.ts";
import type { Db } from "../db/handle.ts";
import { RefusalError } from "../errors.ts";
import { AuthError } from "../http/authError.ts";
import type { ParsedInput } from "../http/parseInput.ts";
import { registry } from "../modules/registry.ts";
import { isScreen } from "../screens/isScreen.ts";

/** What resolvers work with. */
export interface GraphqlContext {
  readonly services: CallServices;
  readonly actor: Actor;
  readonly db: Db;
  readonly now: Date;
  readonly call: Pick<IncomingCall, "address" | "reqId" | "addLogFields" | "header">;
}

/** The calls that fields are read by. */
type ReadCalls = Pick<
  Contract,
  | "companyOne"
  | "orderPageList"
  | "orderPayPageList"
  | "invoicePageList"
  | "companyServiceInfo"
  | "userPageList"
  | "taskHistoryList"
  | "alarmList"
  | "auditList"
>;

/**
 * Refuses a field of the query to people without the roles of a call, as REST refuses the call, and to screens unless a
 * wall shows it.
 */
export function assertMayReadField(
  { actor }: GraphqlContext,
  field: string,
  endpoint: Parameters<typeof mayCall>[1],
): void {
  const isAllowed = isScreen(actor) ? wallFields.includes(field) : mayCall(actor, endpoint);
  if (!isAllowed) throw new AuthError("role", actor.id);
}

/**
 * Reads what a call of REST would answer: same handler, same schema, so that nothing is visible here that is not there.
 * @returns null where the roles may not make the call
 */
export async function readByCall<K extends keyof ReadCalls>(
  { services, actor, call }: GraphqlContext,
  name: K,
  input: EndpointInput<ReadCalls[K]>,
): Promise<EndpointData<ReadCalls[K]> | null> {
  const endpoint: Endpoint = contract[name];
  const handler = registry[name];
  if (!mayCall(actor, endpoint) || !handler) return null;
  // Cast: every input has only params, query and body, which TypeScript cannot see by an open name.
  const incoming = { ...call, endpoint, handler, input: input as ParsedInput, actor, signer: null };
  const result = await runCall(services, incoming);
  if (!("outcome" in result)) throw new Error(`${name} answers with a file`);
  const { state, message, data } = result.outcome;
  if (state !== stateCodes.ok) throw new RefusalError(message, state, data);
  // Cast: `runCall` has parsed the data with the call's schema.
  return data as EndpointData<ReadCalls[K]>;
}
