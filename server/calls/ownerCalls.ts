import { type Contract, contract } from "../../adapters/contract/contract.ts";
import type { Endpoint } from "../../adapters/contract/endpoint.ts";

/**
 * Calls that only the owner of the live picture can handle: they use its memory or its background jobs. So do all calls
 * with files, but for the download of a finished export, and all signed ones. `tests/contract/cluster` finds a call that is missing here.
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
  // Data of devices.
  "ingestStatus",
  "deviceSave",
  "droneList",
  "droneOne",
  "accessKeyList",
  // Running exports and imports.
  "exportCancel",
  "exportRetry",
  "flightImportDecide",
  "flightImports",
  "importOne",
  "importPasswords",
  "importUndo",
  // These may take away a right, which stops running exports.
  "staffSave",
  "staffStatus",
  "roleRightSave",
];

const endpoints: ReadonlySet<Endpoint> = new Set(names.map((name) => contract[name]));

/** Whether only the owner of the live picture can handle a call. */
export const isOwnerCall = (endpoint: Endpoint): boolean =>
  endpoints.has(endpoint) ||
  (endpoint.kind === "blob" && endpoint !== contract.exportFile) ||
  endpoint.kind === "multipart" ||
  endpoint.access === "signed";
