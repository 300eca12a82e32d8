import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * One short message to one phone. Whether one that was cut in between has arrived is not known: it is never sent
 * again, only a report of the gateway can still tell.
 */
export const smsStatusMachine = createStatusMachine("smsStatus", "queued", {
  queued: { label: "待发送", on: { claim: "sending", drop: "failed" } },
  sending: { label: "发送中", on: { accept: "sent", refuse: "failed", lose: "unknown" } },
  sent: { label: "已提交", on: { deliver: "delivered", bounce: "failed" } },
  delivered: { label: "已送达", on: {} },
  failed: { label: "发送失败", on: { resend: "queued" } },
  unknown: { label: "结果未知", on: { deliver: "delivered", bounce: "failed" } },
});
