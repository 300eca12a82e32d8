import { type InvoiceRow, invoiceStatus } from "../../adapters/contract/invoice.ts";
import { formatInvoiceStatus } from "../../machines/status/invoice.ts";
import { StatusTag } from "../ui/StatusTag.tsx";

/** An invoice's status as a tag; 部分红冲 where red invoices have left a part of it. */
export function InvoiceStatusCell(row: Pick<InvoiceRow, "status"> & { readonly redFen: number | null }) {
  return <StatusTag label={formatInvoiceStatus(row)} color={invoiceStatus.tag(row.status).color} />;
}
