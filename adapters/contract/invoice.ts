import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { normalizeCode } from "./identity.ts";
import { orderRow } from "./order.ts";
import { anyOf, exportRequest, pageRequest, pageResponse } from "./page.ts";
import { invoiceRed, maxReds, redLines } from "./redInvoice.ts";
import { versionRequiredOnUpdate } from "./saveBody.ts";
import { taxRate } from "./service.ts";
import { taxNo } from "./taxNo.ts";
import { uploadUrl } from "./upload.ts";
import * as word from "./words.ts";

export const invoiceStatus = defineEnum("invoice_status", {
  applied: ["待开票", "blue"],
  issued: ["已开票", "green"],
  rejected: ["已驳回", "red"],
  cancelled: ["已撤回", "gray"],
  reversing: ["红冲中", "orange"],
  reversed: ["已红冲", "violet"],
});
export const invoiceType = defineEnum("invoice_type", { normal: "普通发票", special: "专用发票" });
export const invoiceTitleType = defineEnum("invoice_title_type", { company: "企业", person: "个人" });
/** The tax authority's reasons for a red invoice, worded as the authority does. */
export const invoiceRedReason = defineEnum("invoice_red_reason", {
  开票有误: "开票有误",
  销货退回: "销货退回",
  服务中止: "服务中止",
  销售折让: "销售折让",
});
/** The date that `from` and `to` filter by. */
export const invoiceDateField = defineEnum("invoice_date_field", {
  applied: "申请时间",
  issued: "开票日期",
});

/** Orders on one invoice at most. */
export const maxInvoiceOrders = 100;
/** Largest invoice file in bytes. The content decides whether it is a PDF, OFD or XML. */
export const invoiceFileMaxBytes = 10 * 1024 * 1024;
export const invoiceFileTypes = ["application/pdf", "application/ofd", "application/xml"] as const;

/** Electronic invoices have numbers of 20 digits. */
export const invoiceNo = f.digits(20, "发票号码应为 20 位数字");

/** Mailbox that electronic invoices go to. */
export const invoiceEmail = z
  .string()
  .check(
    z.overwrite(normalizeCode),
    z.maxLength(100, "最多 100 个字"),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/, "请输入正确的邮箱"),
    f.printable,
  );

interface Buyer {
  readonly titleType: "company" | "person";
  readonly taxNo?: string | undefined;
  readonly type: "normal" | "special";
}
const validateBuyer = z.check<Buyer>(({ value: { titleType, taxNo, type }, issues }) => {
  const addIssue = (path: string, message: string) =>
    issues.push({ code: "custom", path: [path], message, input: undefined });
  if (titleType === "person" && type === "special") addIssue("type", "专用发票只能开给企业");
  if (titleType === "company" && !taxNo) addIssue("taxNo", "请输入税号");
});

/** Body of an application; the server computes every amount from the orders. */
const invoiceApply = z
  .strictObject({
    /** A rejected invoice to apply for again. */
    id: z.optional(f.id),
    version: z.optional(f.version),
    orderIds: z.array(f.id).check(
      z.minLength(1, "请选择订单"),
      z.maxLength(maxInvoiceOrders, `最多 ${maxInvoiceOrders} 个订单`),
      z.refine((ids) => new Set(ids).size === ids.length, "同一订单只能选择一次"),
    ),
    titleType: z._default(invoiceTitleType.schema, "company"),
    title: f.name(2, 100),
    /** Required for companies. */
    taxNo: z.optional(taxNo),
    /** Special invoices are for companies only. */
    type: invoiceType.schema,
    email: invoiceEmail,
    /** Bank name and account number. */
    bankAccount: z.optional(f.optionalName(100)),
    address: z.optional(f.note(120)),
    remark: z.optional(f.note(200)),
    requestId: f.requestId,
  })
  .check(versionRequiredOnUpdate, validateBuyer);

export const invoiceRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  companyId: f.id,
  companyName: z.string(),
  titleType: invoiceTitleType.schema,
  title: z.string(),
  taxNo: z.string(),
  type: invoiceType.schema,
  email: z.string(),
  bankAccount: z.string(),
  address: z.string(),
  /** Amount with tax, amount without tax, and the tax; the last two add up to the first. */
  amountFen: z.int(),
  exTaxFen: z.int(),
  taxFen: z.int(),
  orderCount: z.int(),
  /** Order numbers for display. */
  orderNos: z.string(),
  status: invoiceStatus.schema,
  invoiceNo: z.string(),
  issueDate: z.nullable(f.instant),
  /** Signed URL, valid for ten minutes; empty for none. */
  fileUrl: z.string(),
  redInvoiceNo: z.string(),
  redIssueDate: z.nullable(f.instant),
  /** Signed like `fileUrl`. */
  redFileUrl: z.string(),
  redReason: z.string(),
  /** Reversed so far, and requested now; number, date, file and reason are those of the latest red invoice. */
  redFen: z.int(),
  redAskFen: z.int(),
  /** Why the application or the red invoice was rejected. */
  rejectReason: z.string(),
  applicantName: z.string(),
  /** Time of the latest application. */
  appliedAt: f.instant,
  /** Who issued or rejected it. */
  handlerName: z.string(),
  remark: z.string(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

/** Invoice line: one per name, tax code and rate. */
export const invoiceLine = z.object({
  name: z.string(),
  taxCode: z.string(),
  taxRate: taxRate.schema,
  /** Amount ÷ (1 + rate), rounded to fen; the tax is the difference. */
  exTaxFen: z.int(),
  taxFen: z.int(),
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const invoiceDetail = z.extend(invoiceRow, {
  lines: z.array(invoiceLine),
  /** The same lines, less what red invoices took back or are to take back. */
  leftLines: z.array(invoiceLine),
  /** Oldest first. */
  reds: z.array(invoiceRed).check(z.maxLength(maxReds)),
  orderIds: z.array(f.id),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const sortableFields = ["createdAt", "appliedAt", "issueDate", "amountFen", "companyName"] as const;
const filters = {
  status: z.optional(anyOf(invoiceStatus.schema)),
  type: z.optional(invoiceType.schema),
  titleType: z.optional(invoiceTitleType.schema),
  companyId: z.optional(f.id),
  dateField: z.optional(invoiceDateField.schema),
};

const readRoles = ["admin", "operator", "finance"] as const;
const applyRoles = ["admin", "operator"] as const;
const decideRoles = ["admin", "finance"] as const;
const byId = z.object({ id: f.id });
const versionedTarget = { id: f.id, version: f.version, requestId: f.requestId };
/** The record's id, new version and new status. */
const transitionResult = z.object({ id: f.id, version: f.version, status: invoiceStatus.schema });

export const invoiceFieldLabels = {
  type: word.invoiceType,
  amountFen: word.invoiceAmount,
  email: word.invoiceEmail,
  address: word.invoiceAddress,
  redIssueDate: word.redIssueDate,
  redFileUrl: word.redFile,
} as const;

export const invoiceCalls = defineCalls({
  invoiceApply: {
    host: "api",
    method: "POST",
    path: "/invoice/order/apply",
    summary: "申请发票",
    access: applyRoles,
    audit: "invoice",
    body: invoiceApply,
    data: transitionResult,
  },
  invoicePageList: {
    host: "api",
    method: "POST",
    path: "/invoice/pageList",
    summary: "发票列表",
    access: readRoles,
    shows: ["invoice"],
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(invoiceRow), {
      /** Totals of the whole result, not only this page. */
      sums: z.object({ count: z.int(), amountFen: z.int(), exTaxFen: z.int(), taxFen: z.int() }),
      /** Counts by status, ignoring the status filter. */
      counts: z.object({
        applied: z.int(),
        issued: z.int(),
        rejected: z.int(),
        cancelled: z.int(),
        reversing: z.int(),
        reversed: z.int(),
      }),
    }),
  },
  invoiceDetail: {
    host: "api",
    method: "GET",
    path: "/invoice/detail/:id",
    summary: "发票详情",
    access: readRoles,
    comesWith: ["/invoice/pageList"],
    params: byId,
    data: invoiceDetail,
  },
  invoiceOrders: {
    host: "api",
    method: "GET",
    path: "/invoice/queryOrders/forInvoiceId/:id",
    summary: "发票的订单",
    access: readRoles,
    comesWith: ["/invoice/pageList"],
    params: byId,
    data: z.array(orderRow),
  },
  invoiceRejected: {
    host: "api",
    method: "POST",
    path: "/invoice/rejected",
    summary: "驳回开票申请或红冲",
    access: decideRoles,
    audit: "invoice",
    // For an invoice being reversed: the red invoice was refused, and the status returns to issued.
    body: z.strictObject({ ...versionedTarget, reason: f.text(2, 200) }),
    data: transitionResult,
  },
  invoiceCancel: {
    host: "api",
    method: "POST",
    path: "/invoice/cancel",
    summary: "撤回开票申请或红冲发票",
    // Roles that may apply withdraw applications; roles that may issue reverse issued invoices.
    access: readRoles,
    audit: "invoice",
    // The reason for a reversal is one of the tax authority's four. Without `redLines` all that is left is reversed.
    body: z.strictObject({
      ...versionedTarget,
      reason: f.text(2, 200),
      redLines: z.optional(redLines),
    }),
    data: transitionResult,
  },
  invoiceUpdateNo: {
    host: "api",
    method: "PUT",
    path: "/invoice/update/invoiceNo",
    summary: "填写发票号码",
    access: decideRoles,
    audit: "invoice",
    // For an invoice being reversed: number, date and file of the red invoice; the status becomes reversed,
    // or issued again while a part is left.
    body: z.strictObject({
      ...versionedTarget,
      invoiceNo,
      /** Default: today. */
      issueDate: z.optional(f.instant),
      /** Address returned by `/x/invoice/file`. */
      fileUrl: z.optional(z.union([uploadUrl, z.literal("")])),
    }),
    data: transitionResult,
  },
  invoiceUpdateRemark: {
    host: "api",
    method: "PUT",
    path: "/invoice/update/remark",
    summary: "修改发票备注",
    access: readRoles,
    audit: "invoice",
    body: z.strictObject({ ...versionedTarget, remark: f.note(200) }),
    data: transitionResult,
  },
  invoiceFile: {
    host: "api",
    method: "POST",
    path: "/x/invoice/file",
    summary: "上传发票文件",
    access: decideRoles,
    comesWith: ["/invoice/update/invoiceNo"],
    audit: "invoice",
    kind: "multipart",
    maxBytes: invoiceFileMaxBytes,
    // `url` is sent with the invoice number; `previewUrl` is signed, for immediate download.
    data: z.object({ url: z.string(), previewUrl: z.string(), contentType: z.enum(invoiceFileTypes) }),
  },
  invoiceExport: {
    host: "api",
    method: "POST",
    path: "/invoice/export",
    summary: "导出发票",
    access: readRoles,
    audit: "invoice",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
});
