import { type Contract, contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import { isId } from "../../adapters/contract/fields.ts";
import type { Actor } from "../call.ts";
import type { Db } from "../db/handle.ts";
import type { ParsedInput } from "../http/parseInput.ts";
import { requireRecord } from "../records/refusals.ts";
import { readHidden } from "../scope/readHidden.ts";
import { type RecordScope, wholeScope } from "../scope/recordScope.ts";
import type { LiveService } from "../telemetry/liveService.ts";

/** Calls about flights in the air and their alarms: whoever may make them sees and handles all of them. */
const liveCalls: readonly (keyof Contract)[] = [
  "taskStartList",
  "taskClose",
  "flightAttach",
  "alarmOpen",
  "alarmAck",
  "alarmShelve",
  "alarmClose",
  "alarmContact",
  "dutyCurrent",
  "dutyTakeover",
  "dutyScopeChange",
  "dutyLeave",
  "dutyOrder",
  "dutyNote",
];

/** Calls about one task, which are of the live map while it is in the air. */
const flightCalls: readonly (keyof Contract)[] = ["mediaPull", "taskTrack", "dutyOrderList"];

const toEndpoints = (names: readonly (keyof Contract)[]): ReadonlySet<Endpoint> =>
  new Set(names.map((name) => contract[name]));
const liveEndpoints = toEndpoints(liveCalls);
const flightEndpoints = toEndpoints(flightCalls);

/** Whether a call is of the live map or the duty desk. */
function isLiveCall(
  { registry }: Pick<LiveService, "registry">,
  endpoint: Endpoint,
  { params }: ParsedInput,
): boolean {
  if (liveEndpoints.has(endpoint)) return true;
  return (
    flightEndpoints.has(endpoint) &&
    Object.values(params ?? {}).some((id) => typeof id === "string" && registry.getByTask(id) !== undefined)
  );
}

interface ScopedCall {
  readonly endpoint: Endpoint;
  readonly input: ParsedInput;
  readonly actor: Actor | null;
}

/** What a call may see: the live map and the duty desk are the safety of everybody in the air and know no scope. */
export function getCallScope(
  { live }: { readonly live: Pick<LiveService, "registry"> },
  { endpoint, input, actor }: ScopedCall,
): RecordScope {
  const scope = actor?.scope ?? wholeScope;
  return isLiveCall(live, endpoint, input) ? { ...scope, by: "all" } : scope;
}

/** All texts in an input that may be ids: ids are unique over all records, so that no call needs to say what is one. */
function collectIds(value: unknown, ids: Set<string>): Set<string> {
  if (typeof value === "string") {
    if (isId(value)) ids.add(value);
  } else if (value !== null && typeof value === "object" && !Buffer.isBuffer(value))
    for (const part of Object.values(value)) collectIds(part, ids);
  return ids;
}

/** Refuses a call about a record outside of the scope, as if it were not there. */
export async function assertInScope(db: Db, scope: RecordScope, input: object): Promise<void> {
  if (scope.by === "all") return;
  const [hidden] = await readHidden(db, scope, [...collectIds(input, new Set())]);
  if (hidden) requireRecord(null, hidden.label);
}
