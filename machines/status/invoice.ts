import { invoiceStatus } from "../../adapters/contract/invoice.ts";
import { createStatusMachine } from "./createStatusMachine.ts";

/**
 * An issued electronic invoice cannot be voided, only reversed by red invoices; as long as these leave a part of it, it
 * stays issued.
 */
export const invoiceStatusMachine = createStatusMachine("invoiceStatus", "applied", invoiceStatus, {
  applied: { issue: "issued", reject: "rejected", withdraw: "cancelled" },
  issued: { reverse: "reversing" },
  rejected: { applyAgain: "applied", withdraw: "cancelled" },
  cancelled: {},
  reversing: { confirmRed: "reversed", confirmPartRed: "issued", refuseRed: "issued" },
  reversed: {},
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
