import { statusMachine } from "./statusMachine.ts";

/** A sales channel is in use or switched off. */
export const channelStatusMachine = statusMachine("channelStatus", "on", {
  on: { label: "启用", on: { disable: "off" } },
  off: { label: "停用", on: { enable: "on" } },
});
