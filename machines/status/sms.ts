import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * One message to one phone. If sending was interrupted, its delivery is unknown: it is never sent again, and only a
 * delivery report of the gateway can settle it.
 */
export const smsStatusMachine = createStatusMachine("smsStatus", "queued", {
  queued: { label: "待发送", on: { claim: "sending", drop: "failed" } },
  sending: { label: "发送中", on: { accept: "sent", refuse: "failed", lose: "unknown" } },
  sent: { label: "已提交", on: { deliver: "delivered", bounce: "failed" } },
  delivered: { label: "已送达", on: {} },
  failed: { label: "发送失败", on: { resend: "queued" } },
  unknown: { label: "结果未知", on: { deliver: "delivered", bounce: "failed" } },
});
