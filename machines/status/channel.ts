import { channelStatus } from "../../adapters/contract/channelCode.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A sales channel is in use or switched off. */
export const channelStatusMachine = createStatusMachine("channelStatus", "on", channelStatus, {
  on: { disable: "off" },
  off: { enable: "on" },
});
