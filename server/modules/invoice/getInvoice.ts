import { eq } from "drizzle-orm";
import * as word from "../../../adapters/contract/words.ts";
import { invoiceStatusMachine } from "../../../machines/status/invoice.ts";
import type { Call } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type InvoiceRecord, invoices } from "../../db/schema/invoice.ts";
import { RefusalError } from "../../errors.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { loadInvoiceDetail } from "./invoiceRow.ts";

type InvoiceEvent = Parameters<typeof invoiceStatusMachine.next>[1];

/** Reads an invoice; refuses if there is none. */
export async function getInvoice(db: Db, id: string): Promise<InvoiceRecord> {
  const [record] = await db.select().from(invoices).where(eq(invoices.id, id));
  return requireRecord(record, word.invoice);
}

/** Reads an invoice and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockInvoice(call: Call, id: string, version: number): Promise<InvoiceRecord> {
  const [record] = await call.db.select().from(invoices).where(eq(invoices.id, id)).for("update");
  const invoice = requireRecord(record, word.invoice);
  if (invoice.version !== version) throw createVersionConflict(await loadInvoiceDetail(invoice, call));
  return invoice;
}

const eventLabels: Readonly<Record<InvoiceEvent, string>> = {
  issue: "填写发票号码",
  reject: word.reject,
  withdraw: "撤回",
  applyAgain: "再次申请",
  reverse: "红冲",
  confirmRed: "填写红字发票号码",
  confirmPartRed: "填写红字发票号码",
  refuseRed: "驳回红冲",
};

/** The invoice's status after an event; an event that is not allowed is refused with the label of the status. */
export function getNextStatus({ status }: InvoiceRecord, event: InvoiceEvent): InvoiceRecord["status"] {
  const next = invoiceStatusMachine.next(status, event);
  if (next === null)
    throw new RefusalError(
      `发票当前状态为「${invoiceStatusMachine.label(status)}」，不能${eventLabels[event]}`,
    );
  return next;
}
