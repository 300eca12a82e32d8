import { createStatusMachine } from "./createStatusMachine.ts";

/** A mass sending is over when the gateway was asked for every message, or when somebody has stopped it. */
export const smsBatchStatusMachine = createStatusMachine("smsBatchStatus", "sending", {
  sending: { label: "发送中", on: { finish: "finished", stop: "stopped" } },
  finished: { label: "已完成", on: {} },
  stopped: { label: "已停止", on: {} },
});
