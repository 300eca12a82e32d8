import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * What people do to a hangar: take it out of service and bring it back. Whether it is idle, works, has a fault or is
 * not heard of, the hangar says itself; while it is out of service that does not count.
 */
export const hangarStatusMachine = createStatusMachine("hangarStatus", "offline", {
  idle: { label: "空闲", on: { suspend: "service" } },
  working: { label: "作业中", on: {} },
  fault: { label: "故障", on: { suspend: "service" } },
  offline: { label: "离线", on: { suspend: "service" } },
  service: { label: "停用检修", on: { resume: "idle" } },
});
