import { smsStatus } from "../../adapters/contract/sms.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * One message to one phone. If sending was interrupted, its delivery is unknown: it is never sent again, and only a
 * delivery report of the gateway can settle it.
 */
export const smsStatusMachine = createStatusMachine("smsStatus", "queued", smsStatus, {
  queued: { claim: "sending", drop: "failed" },
  sending: { accept: "sent", refuse: "failed", lose: "unknown" },
  sent: { deliver: "delivered", bounce: "failed" },
  delivered: {},
  failed: { resend: "queued" },
  unknown: { deliver: "delivered", bounce: "failed" },
});
