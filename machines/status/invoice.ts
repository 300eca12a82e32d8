import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * An issued electronic invoice cannot be voided, only reversed by red invoices; as long as these leave a part of it, it
 * stays issued.
 */
export const invoiceStatusMachine = createStatusMachine("invoiceStatus", "applied", {
  applied: { label: "待开票", on: { issue: "issued", reject: "rejected", withdraw: "cancelled" } },
  issued: { label: "已开票", on: { reverse: "reversing" } },
  rejected: { label: "已驳回", on: { applyAgain: "applied", withdraw: "cancelled" } },
  cancelled: { label: "已撤回", on: {} },
  reversing: {
    label: "红冲中",
    on: { confirmRed: "reversed", confirmPartRed: "issued", refuseRed: "issued" },
  },
  reversed: { label: "已红冲", on: {} },
});

type InvoiceStatus = Parameters<typeof invoiceStatusMachine.next>[0];

/** Chinese label of an invoice's status; 部分红冲 for an issued one of which a part was reversed. */
export const formatInvoiceStatus = ({
  status,
  redFen,
}: {
  readonly status: InvoiceStatus;
  /** Null where it is not known. */
  readonly redFen: number | null;
}): string => (status === "issued" && (redFen ?? 0) > 0 ? "部分红冲" : invoiceStatusMachine.label(status));
