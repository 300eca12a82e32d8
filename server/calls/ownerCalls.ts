import { type Contract, contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";

/**
 * Calls that only the process can answer that keeps the live picture: they ask what is in its memory, or what works in
 * its background. Besides these, all that send or answer files, and signed ones. `tests/contract/cluster` finds what is
 * missing.
 */
const names: readonly (keyof Contract)[] = [
  // Flights in the air.
  "taskStartList",
  "taskOne",
  "taskTrack",
  "taskClose",
  "flightAttach",
  "mediaPull",
  // Alarms and the duty desk.
  "alarmOpen",
  "dutyCurrent",
  "dutyTakeover",
  "dutyScopeChange",
  "dutyLeave",
  "dutyOrderList",
  // What devices send.
  "ingestStatus",
  "deviceSave",
  "droneList",
  "droneOne",
  "accessKeyList",
  // Exports and imports that run.
  "exportCancel",
  "exportRetry",
  "flightImportDecide",
  "flightImports",
  "importOne",
  "importPasswords",
  "importUndo",
  // Whoever loses a right may have an export that runs.
  "staffSave",
  "staffStatus",
  "roleRightSave",
];

const endpoints: ReadonlySet<Endpoint> = new Set(names.map((name) => contract[name]));

export const isOwnerCall = (endpoint: Endpoint): boolean =>
  endpoints.has(endpoint) ||
  endpoint.kind === "blob" ||
  endpoint.kind === "multipart" ||
  endpoint.access === "signed";
