import { createStatusMachine } from "./createStatusMachine.ts";

/** An issued electronic invoice cannot be voided, only reversed by a red invoice. */
export const invoiceStatusMachine = createStatusMachine("invoiceStatus", "applied", {
  applied: { label: "待开票", on: { issue: "issued", reject: "rejected", withdraw: "cancelled" } },
  issued: { label: "已开票", on: { reverse: "reversing" } },
  rejected: { label: "已驳回", on: { applyAgain: "applied", withdraw: "cancelled" } },
  cancelled: { label: "已撤回", on: {} },
  reversing: { label: "红冲中", on: { confirmRed: "reversed", refuseRed: "issued" } },
  reversed: { label: "已红冲", on: {} },
});
