import { hangarStatus } from "../../adapters/contract/device.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * Staff take a hangar out of service and put it back. Whether it is idle, working, faulty or offline is reported by
 * the hangar itself and ignored while it is out of service.
 */
export const hangarStatusMachine = createStatusMachine("hangarStatus", "offline", hangarStatus, {
  idle: { suspend: "service" },
  working: {},
  fault: { suspend: "service" },
  offline: { suspend: "service" },
  service: { resume: "idle" },
});
