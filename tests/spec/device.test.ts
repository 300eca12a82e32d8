import { boxBindingMachine } from "../../machines/status/boxBinding.ts";
import type { StatusMachine } from "../../machines/status/createStatusMachine.ts";
import { hangarStatusMachine } from "../../machines/status/hangar.ts";
import { type DeviceEntity, deviceLines, expectMatchesTable } from "./statusTable.ts";

/** The typed machines; the tables' words are checked by the machines themselves. */
const machines = {
  hangar: hangarStatusMachine,
  box: boxBindingMachine,
} as unknown as Readonly<Record<DeviceEntity, StatusMachine<string, string>>>;

expectMatchesTable(deviceLines, machines, { hangar: 10, box: 4 });
