import { smsBatchStatus } from "../../adapters/contract/sms.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/** A bulk SMS is finished when every message was submitted to the gateway, or when it is stopped. */
export const smsBatchStatusMachine = createStatusMachine("smsBatchStatus", "sending", smsBatchStatus, {
  sending: { finish: "finished", stop: "stopped" },
  finished: {},
  stopped: {},
});
