import { type Contract, contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";
import type { ParsedInput } from "../http/parseInput.ts";
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

/** Whether a call is of the live map or the duty desk, which know no scope. */
export function isLiveCall(
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
