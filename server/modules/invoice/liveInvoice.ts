import { eq } from "drizzle-orm";
import { invoiceStatusMachine } from "../../../machines/status/invoice.ts";
import { type Call, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type InvoiceRecord, invoices } from "../../db/schema/invoice.ts";
import { conflict, found } from "../refusing.ts";
import { orderIdsOf } from "./invoicedOrders.ts";
import { invoiceDetail } from "./invoiceRow.ts";

type InvoiceEvent = Parameters<typeof invoiceStatusMachine.next>[1];

/** The invoice, or a refusal. */
export async function liveInvoice(db: Db, id: string): Promise<InvoiceRecord> {
  const [record] = await db.select().from(invoices).where(eq(invoices.id, id));
  return found(record, "发票");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockInvoice(call: Call, id: string, version: number): Promise<InvoiceRecord> {
  const [record] = await call.db.select().from(invoices).where(eq(invoices.id, id)).for("update");
  const invoice = found(record, "发票");
  if (invoice.version !== version)
    throw conflict(invoiceDetail(invoice, await orderIdsOf(call.db, id), call));
  return invoice;
}

const acts: Readonly<Record<InvoiceEvent, string>> = {
  issue: "填写发票号码",
  reject: "驳回",
  withdraw: "撤回",
  applyAgain: "再次申请",
  reverse: "红冲",
  confirmRed: "填写红字发票号码",
  refuseRed: "驳回红冲",
};

/** Where an event leads an invoice; one that its status does not allow is refused with the status's name. */
export function nextStatus({ status }: InvoiceRecord, event: InvoiceEvent): InvoiceRecord["status"] {
  const next = invoiceStatusMachine.next(status, event);
  if (next === null)
    throw new Refusal(`发票当前状态为「${invoiceStatusMachine.label(status)}」，不能${acts[event]}`);
  return next;
}
