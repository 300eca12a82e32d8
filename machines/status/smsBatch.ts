import { createStatusMachine } from "./createStatusMachine.ts";

/** A bulk SMS is finished when every message was submitted to the gateway, or when it is stopped. */
export const smsBatchStatusMachine = createStatusMachine("smsBatchStatus", "sending", {
  sending: { label: "发送中", on: { finish: "finished", stop: "stopped" } },
  finished: { label: "已完成", on: {} },
  stopped: { label: "已停止", on: {} },
});
