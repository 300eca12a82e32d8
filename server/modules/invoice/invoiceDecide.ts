import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { unfitForInvoice } from "../../../machines/status/invoiceable.ts";
import { type Call, type Handler, Refusal } from "../../call.ts";
import { type InvoiceRecord, invoiceNumbers } from "../../db/schema/invoice.ts";
import { shanghaiWallTime } from "../../list/exportColumn.ts";
import { refusingDuplicates } from "../refusing.ts";
import { keptUpload } from "../upload/keptUpload.ts";
import { invoiceSearch } from "./invoiceApply.ts";
import { lockOrders, markOrders, orderIdsOf } from "./invoicedOrders.ts";
import { lockInvoice, nextStatus } from "./liveInvoice.ts";
import { moveInvoice } from "./moveInvoice.ts";

/** Gives an application its invoice's number, or an invoice that is being reversed its red one's. */
export const invoiceUpdateNo: Handler<typeof invoiceCalls.invoiceUpdateNo> = async ({ body }, call) => {
  const { id, version, invoiceNo, fileUrl = "" } = body;
  const invoice = await lockInvoice(call, id, version);
  const red = invoice.status === "reversing" || invoice.status === "reversed";
  const status = nextStatus(invoice, red ? "confirmRed" : "issue");
  const issueDate = firstOfDay(body.issueDate ? new Date(body.issueDate) : call.now);
  if (issueDate > call.now) throw new Refusal("开票日期不能晚于今天");
  if (red && invoice.issueDate && issueDate < invoice.issueDate)
    throw new Refusal("红字发票的开票日期不能早于原发票");
  if (fileUrl) await keptUpload(call.db, "invoice", fileUrl, "发票文件");
  const orderIds = await orderIdsOf(call.db, id);
  const orders = await lockOrders(call.db, orderIds);
  const unfit = red ? undefined : orders.map(unfitForInvoice).find((reason) => reason !== null);
  if (unfit) throw new Refusal(`${unfit}，请驳回该申请`);
  await refusingDuplicates({ invoice_numbers_pkey: `发票号码 ${invoiceNo} 已被使用，请核对` }, () =>
    call.db.insert(invoiceNumbers).values({ invoiceNo, invoiceId: id, red }),
  );
  await markOrders(call.db, orderIds, red ? "none" : "issued");
  const handlerName = call.actor.name;
  if (red) {
    const change = { redInvoiceNo: invoiceNo, redIssueDate: issueDate, redFileUrl: fileUrl };
    return moveInvoice(call, invoice, { ...change, status, handlerName });
  }
  const search = invoiceSearch({ ...invoice, invoiceNo });
  return moveInvoice(call, invoice, { invoiceNo, issueDate, fileUrl, status, handlerName, search });
};

/** Rejects an application; of an invoice being reversed, says that the red one was not granted. */
export const invoiceRejected: Handler<typeof invoiceCalls.invoiceRejected> = async ({ body }, call) => {
  const invoice = await lockInvoice(call, body.id, body.version);
  const handled = { rejectReason: body.reason, handlerName: call.actor.name };
  if (invoice.status === "reversing" || invoice.status === "reversed") {
    const status = nextStatus(invoice, "refuseRed");
    return moveInvoice(call, invoice, { ...handled, status, redReason: "" });
  }
  const status = nextStatus(invoice, "reject");
  await freeOrders(call, invoice);
  return moveInvoice(call, invoice, { ...handled, status });
};

/** An application's orders can be applied for again. */
export async function freeOrders(call: Call, { id }: InvoiceRecord): Promise<void> {
  const orderIds = await orderIdsOf(call.db, id);
  await lockOrders(call.db, orderIds);
  await markOrders(call.db, orderIds, "none");
}

const shanghaiOffsetMs = 8 * 3_600_000;

/** The first instant of its day in Shanghai. */
export function firstOfDay(at: Date): Date {
  const day = shanghaiWallTime(at);
  day.setUTCHours(0, 0, 0, 0);
  return new Date(day.getTime() - shanghaiOffsetMs);
}
