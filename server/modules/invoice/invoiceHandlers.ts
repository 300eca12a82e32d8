import { count, desc, inArray, sum } from "drizzle-orm";
import { XMLValidator } from "fast-xml-parser";
import type { Endpoint } from "../../../adapters/contract/endpoint.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { formatYuan } from "../../../adapters/contract/formatYuan.ts";
import {
  invoiceCalls,
  invoiceFileMaxBytes,
  type invoiceFileTypes,
  invoiceRedReason,
} from "../../../adapters/contract/invoice.ts";
import { mayCall } from "../../../adapters/contract/mayCall.ts";
import { toValues } from "../../../adapters/contract/page.ts";
import type { RedPart } from "../../../adapters/contract/redInvoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import { orderInvoiceRefusal } from "../../../machines/status/invoiceRefusal.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { type InvoiceRecord, invoiceNumbers, invoiceReds, invoices } from "../../db/schema/invoice.ts";
import { orders } from "../../db/schema/order.ts";
import { RefusalError } from "../../errors.ts";
import { buildConditions } from "../../list/buildConditions.ts";
import { queryCountedPage } from "../../list/queryPage.ts";
import { notify } from "../../notification/notify.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { startOfShanghaiDay } from "../../records/shanghaiDay.ts";
import type { UploadedFile } from "../../uploadedFile.ts";
import { toOrderRow } from "../order/orderRow.ts";
import { hasPdfHeader, hasPdfTrailer } from "../upload/pdfFormat.ts";
import { assertUploadExists, saveUpload } from "../upload/saveUpload.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { getInvoice, getNextStatus, lockInvoice } from "./getInvoice.ts";
import { buildInvoiceSearchText, invoiceApply } from "./invoiceApply.ts";
import { invoiceList } from "./invoiceList.ts";
import {
  addInvoiceEvents,
  getInvoiceOrderIds,
  lockOrders,
  refreshInvoicedOrders,
  takeBackLines,
} from "./invoiceOrders.ts";
import { buildRedLines, isPendingRed, readReds, sumLines } from "./invoiceReds.ts";
import { loadInvoiceDetail, toInvoiceRow } from "./invoiceRow.ts";
import { transitionInvoice } from "./transitionInvoice.ts";

/** A page of invoices, with the sums and the counts by status of the whole result. */
const invoicePage: Handler<typeof invoiceCalls.invoicePageList> = async ({ body }, call) => {
  const { status, ...otherFilters } = body;
  // One query for total, sums and counts.
  const groups = await call.db
    .select({
      status: invoices.status,
      count: count(),
      amountFen: sum(invoices.amountFen).mapWith(Number),
      exTaxFen: sum(invoices.exTaxFen).mapWith(Number),
      taxFen: sum(invoices.taxFen).mapWith(Number),
    })
    .from(invoices)
    .where(buildConditions(invoiceList, otherFilters, call.now))
    .groupBy(invoices.status);
  const counts = { applied: 0, issued: 0, rejected: 0, cancelled: 0, reversing: 0, reversed: 0 };
  for (const group of groups) counts[group.status] = group.count;
  const selectedGroups = status ? groups.filter((group) => toValues(status).includes(group.status)) : groups;
  const total = (name: "count" | "amountFen" | "exTaxFen" | "taxFen") =>
    selectedGroups.reduce((subtotal, group) => subtotal + group[name], 0);
  const sums = {
    count: total("count"),
    amountFen: total("amountFen"),
    exTaxFen: total("exTaxFen"),
    taxFen: total("taxFen"),
  };
  const page = await queryCountedPage(
    call,
    invoiceList,
    body,
    (record) => toInvoiceRow(record, call),
    sums.count,
  );
  return { ...page, sums, counts };
};

/** Sets the number of an applied invoice, or the red number of one that is being reversed. */
const invoiceUpdateNo: Handler<typeof invoiceCalls.invoiceUpdateNo> = async ({ body }, call) => {
  const { id, version, invoiceNo, fileUrl = "" } = body;
  const invoice = await lockInvoice(call, id, version);
  const isRed = invoice.status === "reversing" || invoice.status === "reversed";
  const redFen = invoice.redFen + invoice.redAskFen;
  const redEvent = redFen < invoice.amountFen ? "confirmPartRed" : "confirmRed";
  const status = getNextStatus(invoice, isRed ? redEvent : "issue");
  const issueDate = startOfShanghaiDay(body.issueDate ? new Date(body.issueDate) : call.now);
  if (issueDate > call.now) throw new RefusalError("开票日期不能晚于今天");
  if (isRed && invoice.issueDate && issueDate < invoice.issueDate)
    throw new RefusalError("红字发票的开票日期不能早于原发票");
  if (fileUrl) await assertUploadExists(call.db, "invoice", fileUrl, word.invoiceFile);
  const orderIds = await getInvoiceOrderIds(call.db, id);
  const lockedOrders = await lockOrders(call.db, orderIds);
  const refusal = isRed ? undefined : lockedOrders.map(orderInvoiceRefusal).find((reason) => reason !== null);
  if (refusal) throw new RefusalError(`${refusal}，请驳回该申请`);
  await handleUniqueViolation({ invoice_numbers_pkey: `发票号码 ${invoiceNo} 已被使用，请核对` }, () =>
    call.db.insert(invoiceNumbers).values({ invoiceNo, invoiceId: id, red: isRed }),
  );
  const partText = isRed ? describePart(invoice, invoice.redAskFen) : "";
  const kind = isRed ? "redInvoice" : "issueInvoice";
  await addInvoiceEvents(call, orderIds, kind, `发票号码 ${invoiceNo}${partText}`);
  const handlerName = call.actor.name;
  if (isRed) {
    const [red] = await call.db
      .update(invoiceReds)
      .set({ redInvoiceNo: invoiceNo, issueDate, fileUrl })
      .where(isPendingRed(id))
      .returning({ lines: invoiceReds.lines });
    await takeBackLines(call.db, id, red?.lines ?? []);
    const redInvoiceNos = [invoice.redInvoiceNos, invoiceNo].filter(Boolean).join("、");
    const patch = {
      redInvoiceNo: invoiceNo,
      redInvoiceNos,
      search: buildInvoiceSearchText({ ...invoice, redInvoiceNos }),
      redIssueDate: issueDate,
      redFileUrl: fileUrl,
      redFen,
      redAskFen: 0,
    };
    return transitionWithOrders(call, invoice, orderIds, { ...patch, status, handlerName });
  }
  await notifyApplicant(call, invoice, "invoiceIssued", `发票号码 ${invoiceNo}`);
  const search = buildInvoiceSearchText({ ...invoice, invoiceNo });
  const patch = { invoiceNo, issueDate, fileUrl, status, handlerName, search };
  return transitionWithOrders(call, invoice, orderIds, patch);
};

/** Writes an invoice's changed fields, and what follows from them for its orders, which are locked. */
async function transitionWithOrders(
  call: Call,
  invoice: InvoiceRecord,
  orderIds: readonly string[],
  patch: Partial<InvoiceRecord>,
  reason?: string,
) {
  const result = await transitionInvoice(call, invoice, patch, reason);
  await refreshInvoicedOrders(call, orderIds);
  return result;
}

/** The amount of a red invoice, for the history; empty where it is the whole invoice. */
const describePart = ({ amountFen }: InvoiceRecord, redFen: number): string =>
  redFen < amountFen ? `，部分红冲 ${formatYuan(redFen)} 元` : "";

/** Rejects an application, or the reversal of an invoice. */
const invoiceRejected: Handler<typeof invoiceCalls.invoiceRejected> = async ({ body }, call) => {
  const invoice = await lockInvoice(call, body.id, body.version);
  const decision = { rejectReason: body.reason, handlerName: call.actor.name };
  if (invoice.status === "reversing" || invoice.status === "reversed") {
    const status = getNextStatus(invoice, "refuseRed");
    await call.db.delete(invoiceReds).where(isPendingRed(invoice.id));
    const redReason = (await readReds(call.db, invoice.id)).at(-1)?.reason ?? "";
    await addInvoiceEvents(call, await getInvoiceOrderIds(call.db, invoice.id), "refuseRed", body.reason);
    return transitionInvoice(call, invoice, { ...decision, status, redReason, redAskFen: 0 });
  }
  const status = getNextStatus(invoice, "reject");
  const orderIds = await lockInvoiceOrders(call, invoice);
  await addInvoiceEvents(call, orderIds, "rejectInvoice", body.reason);
  await notifyApplicant(call, invoice, "invoiceRejected", body.reason);
  return transitionWithOrders(call, invoice, orderIds, { ...decision, status });
};

const notifyApplicant = (
  call: Call,
  { id, title, applicantId }: InvoiceRecord,
  kind: "invoiceIssued" | "invoiceRejected",
  detail: string,
): Promise<void> =>
  notify(call, [applicantId], call.actor.id, { kind, text: `${title}：${detail}`, recordId: id });

/** Locks the orders of an invoice; returns their ids. */
async function lockInvoiceOrders(call: Call, { id }: InvoiceRecord): Promise<readonly string[]> {
  const orderIds = await getInvoiceOrderIds(call.db, id);
  await lockOrders(call.db, orderIds);
  return orderIds;
}

/** Withdraws an application. An issued invoice, or a part of it, is reversed instead, which a red invoice completes. */
const invoiceCancel: Handler<typeof invoiceCalls.invoiceCancel> = async ({ body }, call) => {
  const invoice = await lockInvoice(call, body.id, body.version);
  if (invoice.invoiceNo !== "") return reverseInvoice(call, invoice, body.reason, body.redLines);
  const status = getNextStatus(invoice, "withdraw");
  assertMayCall(call, invoiceCalls.invoiceApply, "撤回开票申请由运营办理，财务请使用驳回");
  if (body.redLines) throw new RefusalError("发票尚未开具，不能红冲，请整单撤回");
  // A rejected application has released its orders; another one may use them.
  if (invoice.status !== "applied") return transitionInvoice(call, invoice, { status }, body.reason);
  const orderIds = await lockInvoiceOrders(call, invoice);
  await addInvoiceEvents(call, orderIds, "withdrawInvoice", body.reason);
  return transitionWithOrders(call, invoice, orderIds, { status }, body.reason);
};

async function reverseInvoice(
  call: Call,
  invoice: InvoiceRecord,
  reason: string,
  parts: readonly RedPart[] | undefined,
) {
  const status = getNextStatus(invoice, "reverse");
  assertMayCall(call, invoiceCalls.invoiceUpdateNo, "红冲发票由财务办理，请联系财务");
  const parsed = invoiceRedReason.schema.safeParse(reason);
  if (!parsed.success) throw new RefusalError("红冲原因应为开票有误、销货退回、服务中止或销售折让");
  const { id } = invoice;
  const lines = buildRedLines(invoice, await readReds(call.db, id), parts, reason);
  const amounts = sumLines(lines);
  const red = { id: call.newId(), invoiceId: id, createdAt: call.now, lines, ...amounts, reason };
  await call.db.insert(invoiceReds).values(red);
  const remark = `${reason}${describePart(invoice, amounts.amountFen)}`;
  await addInvoiceEvents(call, await getInvoiceOrderIds(call.db, id), "reverseInvoice", remark);
  const patch = { status, redReason: reason, redAskFen: amounts.amountFen, rejectReason: "" };
  return transitionInvoice(call, invoice, patch);
}

function assertMayCall({ actor }: Call, endpoint: Endpoint, message: string): void {
  if (!mayCall(actor, endpoint)) throw new RefusalError(message, stateCodes.roleForbidden);
}

interface InvoiceFile {
  readonly contentType: (typeof invoiceFileTypes)[number];
  readonly bytes: Buffer;
}

/** Detects the type of an uploaded invoice by its content, never by its name; refusals give the reason. */
function parseInvoiceFile({ bytes, truncated }: UploadedFile): InvoiceFile {
  if (truncated || bytes.length > invoiceFileMaxBytes)
    throw new RefusalError("文件不能超过 10 MB，请压缩后重新上传");
  if (hasPdfHeader(bytes) && hasPdfTrailer(bytes)) return { contentType: "application/pdf", bytes };
  if (isOfd(bytes)) return { contentType: "application/ofd", bytes };
  if (isXml(bytes)) return { contentType: "application/xml", bytes };
  throw new RefusalError("仅支持 PDF、OFD、XML 格式的发票文件，且文件应完整");
}

/** GB/T 33190: a ZIP whose central directory, at its end, contains OFD.xml. */
function isOfd(bytes: Buffer): boolean {
  if (bytes.subarray(0, 4).toString("hex") !== "504b0304") return false;
  const end = bytes.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 > bytes.length) return false;
  const directory = bytes.readUInt32LE(end + 16);
  return directory < end && bytes.subarray(directory, end).includes("OFD.xml");
}

/** Well-formed, and without a document type, which could declare entities. */
function isXml(bytes: Buffer): boolean {
  const text = bytes.toString("utf8");
  if (!/^\ufeff?\s*<[?\w\p{Script=Han}]/u.test(text) || /<!DOCTYPE/i.test(text)) return false;
  return XMLValidator.validate(text) === true;
}

export const invoiceHandlers: Handlers<typeof invoiceCalls> = {
  invoiceApply,
  invoicePageList: invoicePage,
  invoiceDetail: async ({ params }, call) => loadInvoiceDetail(await getInvoice(call.db, params.id), call),
  invoiceOrders: async ({ params }, call) => {
    const { id } = await getInvoice(call.db, params.id);
    const records = await call.db
      .select()
      .from(orders)
      .where(inArray(orders.id, await getInvoiceOrderIds(call.db, id)))
      .orderBy(desc(orders.id));
    return records.map((record) => toOrderRow(record, call));
  },
  invoiceRejected,
  invoiceCancel,
  invoiceUpdateNo,
  invoiceUpdateRemark: async ({ body }, call) =>
    transitionInvoice(call, await lockInvoice(call, body.id, body.version), { remark: body.remark }),
  invoiceFile: async ({ file }, call) => {
    const parsed = parseInvoiceFile(file);
    const url = await saveUpload(call, "invoice", parsed);
    const previewUrl = signUploadUrl(call.secretKey, url, call.now);
    return { url, previewUrl, contentType: parsed.contentType };
  },
};
