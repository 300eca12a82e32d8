import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * Staff take a hangar out of service and put it back. Whether it is idle, working, faulty or offline is reported by
 * the hangar itself and ignored while it is out of service.
 */
export const hangarStatusMachine = createStatusMachine("hangarStatus", "offline", {
  idle: { label: "空闲", on: { suspend: "service" } },
  working: { label: "作业中", on: {} },
  fault: { label: "故障", on: { suspend: "service" } },
  offline: { label: "离线", on: { suspend: "service" } },
  service: { label: "停用检修", on: { resume: "idle" } },
});
