import { contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { getListNotices } from "../../adapters/http/listNotices.ts";
import { type Comparison, compareAnswer } from "./compareAnswer.ts";
import { isObject, parseJson } from "./json.ts";
import type { Exchange, PlatformClient } from "./platformClient.ts";
import type { CallName } from "./readSteps.ts";
import { type Finding, notTried, type Result } from "./report.ts";
import { nameCall, specifiedRows } from "./specifiedRows.ts";

export interface Sent {
  readonly result: Result;
  readonly data: unknown;
}

/** The row of a call; all calls that are sent have one. */
export function getRow(call: CallName): string {
  const row = specifiedRows.get(call);
  if (row === undefined) throw new Error(`${call} is no call of the specification`);
  return row;
}

export const skipCall = (call: CallName, reason: string): Result =>
  notTried(getRow(call), nameCall(call), reason);

/** Sends a call and compares what it answers. */
export async function sendCall(client: PlatformClient, call: CallName, args: object): Promise<Sent> {
  const endpoint: Endpoint = contract[call];
  const exchange = await client.send(endpoint, args);
  if (exchange.failure?.kind === "forbidden")
    return { result: skipCall(call, "the account may not"), data: null };
  const { differences: found, notes } = compareExchange(call, exchange);
  const differences = found.length > 0 ? found : toDifferences(exchange.data);
  const outcome = differences.length > 0 ? "differs" : "passed";
  return {
    result: { row: getRow(call), what: nameCall(call), outcome, differences, notes, remark: "" },
    data: exchange.data,
  };
}

/** What the console tells its user of an answer that it cannot show in full. */
function toDifferences(data: unknown): readonly Finding[] {
  const list: unknown = isObject(data) ? data["list"] : undefined;
  return [data, list]
    .filter((part): part is object => typeof part === "object" && part !== null)
    .flatMap(getListNotices)
    .map((notice) => ({ field: "data", expected: "what can be shown in full", came: notice }));
}

/**
 * Sends an act with the id of no record, which changes nothing: whatever the platform says of it in its envelope is
 * right.
 */
export async function sendProbe(client: PlatformClient, call: CallName, args: object): Promise<Result> {
  const { answer, failure } = await client.send(contract[call], args);
  const isEnvelope = answer !== undefined && isObject(parseJson(answer.text)) && failure?.kind !== "contract";
  const remark = "asked with the id of no record";
  const head = { row: getRow(call), what: nameCall(call), notes: [], remark };
  if (isEnvelope && ["refused", "invalid", "conflict", "notFound", undefined].includes(failure?.kind))
    return { ...head, outcome: "passed", differences: [] };
  const { differences } = compareExchange(call, { answer, failure, data: null });
  return { ...head, outcome: "differs", differences };
}

function compareExchange(call: CallName, { answer, failure, data }: Exchange): Comparison {
  if (!answer) return { differences: [describeSilence(failure)], notes: [] };
  const comparison = compareAnswer(contract[call], answer, data);
  // The user may stand beside the token.
  if (call === "login" && !failure) return { differences: [], notes: [] };
  // The password's state is the envelope's; what stands there is no failure.
  if (call === "checkPwdStatus" && failure?.kind === "refused") return { differences: [], notes: [] };
  if (!failure || comparison.differences.length > 0) return comparison;
  const unreadable = { field: "data", expected: "an answer that the console can read", came: failure.kind };
  return { ...comparison, differences: [unreadable] };
}

function describeSilence(failure: Exchange["failure"]) {
  const came = failure?.kind === "timeout" ? "nothing" : "no connection";
  return { field: "answer", expected: "one within 5 s", came };
}
