import type { AlarmPriority } from "../../../adapters/contract/alarm.ts";

/** Shapes beside colour and word, so that nothing depends on colour alone. */
export const priorityShapes: Readonly<Record<AlarmPriority, string>> = {
  p1: "■",
  p2: "▲",
  p3: "●",
  p4: "◇",
};
