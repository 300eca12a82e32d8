import { boxBindingMachine } from "../../machines/status/boxBinding.ts";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { hangarStatusMachine } from "../../machines/status/hangar.ts";
import { type DeviceEntity, deviceLines, expectMatchesTable } from "./statusTable.ts";

/** Cast to string types: the tests check that statuses and events in the tables exist. */
const machines = {
  hangar: hangarStatusMachine,
  box: boxBindingMachine,
} as unknown as Readonly<Record<DeviceEntity, StatusMachine<string, string>>>;

expectMatchesTable(deviceLines, machines, { hangar: 10, box: 4 });
