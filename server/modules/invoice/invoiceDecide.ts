import type { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { orderInvoiceRefusal } from "../../../machines/status/invoiceRefusal.ts";
import { type Call, type Handler, RefusalError } from "../../call.ts";
import { type InvoiceRecord, invoiceNumbers } from "../../db/schema/invoice.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { startOfShanghaiDay } from "../shanghaiDay.ts";
import { assertUploadExists } from "../upload/saveUpload.ts";
import { getNextStatus, lockInvoice } from "./getInvoice.ts";
import { buildInvoiceSearchText } from "./invoiceApply.ts";
import { getInvoiceOrderIds, lockOrders, setOrdersInvoiceStatus } from "./invoiceOrders.ts";
import { transitionInvoice } from "./transitionInvoice.ts";

/** Sets the number of an applied invoice, or the red number of one that is being reversed. */
export const invoiceUpdateNo: Handler<typeof invoiceCalls.invoiceUpdateNo> = async ({ body }, call) => {
  const { id, version, invoiceNo, fileUrl = "" } = body;
  const invoice = await lockInvoice(call, id, version);
  const isRed = invoice.status === "reversing" || invoice.status === "reversed";
  const status = getNextStatus(invoice, isRed ? "confirmRed" : "issue");
  const issueDate = startOfShanghaiDay(body.issueDate ? new Date(body.issueDate) : call.now);
  if (issueDate > call.now) throw new RefusalError("开票日期不能晚于今天");
  if (isRed && invoice.issueDate && issueDate < invoice.issueDate)
    throw new RefusalError("红字发票的开票日期不能早于原发票");
  if (fileUrl) await assertUploadExists(call.db, "invoice", fileUrl, "发票文件");
  const orderIds = await getInvoiceOrderIds(call.db, id);
  const orders = await lockOrders(call.db, orderIds);
  const refusal = isRed ? undefined : orders.map(orderInvoiceRefusal).find((reason) => reason !== null);
  if (refusal) throw new RefusalError(`${refusal}，请驳回该申请`);
  await handleUniqueViolation({ invoice_numbers_pkey: `发票号码 ${invoiceNo} 已被使用，请核对` }, () =>
    call.db.insert(invoiceNumbers).values({ invoiceNo, invoiceId: id, red: isRed }),
  );
  await setOrdersInvoiceStatus(call.db, orderIds, isRed ? "none" : "issued");
  const handlerName = call.actor.name;
  if (isRed) {
    const patch = { redInvoiceNo: invoiceNo, redIssueDate: issueDate, redFileUrl: fileUrl };
    return transitionInvoice(call, invoice, { ...patch, status, handlerName });
  }
  const search = buildInvoiceSearchText({ ...invoice, invoiceNo });
  return transitionInvoice(call, invoice, { invoiceNo, issueDate, fileUrl, status, handlerName, search });
};

/** Rejects an application, or the reversal of an invoice. */
export const invoiceRejected: Handler<typeof invoiceCalls.invoiceRejected> = async ({ body }, call) => {
  const invoice = await lockInvoice(call, body.id, body.version);
  const decision = { rejectReason: body.reason, handlerName: call.actor.name };
  if (invoice.status === "reversing" || invoice.status === "reversed") {
    const status = getNextStatus(invoice, "refuseRed");
    return transitionInvoice(call, invoice, { ...decision, status, redReason: "" });
  }
  const status = getNextStatus(invoice, "reject");
  await releaseOrders(call, invoice);
  return transitionInvoice(call, invoice, { ...decision, status });
};

/** Makes the orders of an application available for another one. */
export async function releaseOrders(call: Call, { id }: InvoiceRecord): Promise<void> {
  const orderIds = await getInvoiceOrderIds(call.db, id);
  await lockOrders(call.db, orderIds);
  await setOrdersInvoiceStatus(call.db, orderIds, "none");
}
