import { createStatusMachine } from "./createStatusMachine.ts";

/** A sales channel is in use or switched off. */
export const channelStatusMachine = createStatusMachine("channelStatus", "on", {
  on: { label: "启用", on: { disable: "off" } },
  off: { label: "停用", on: { enable: "on" } },
});
