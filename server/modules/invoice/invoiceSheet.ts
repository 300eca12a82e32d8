import { type invoiceCalls, invoiceTitleType, invoiceType } from "../../../adapters/contract/invoice.ts";
import { formatInvoiceStatus } from "../../../machines/status/invoice.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import { dayColumn, numberColumn, textColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { invoiceList } from "./invoiceList.ts";

const exportFields = [
  "id",
  "invoiceNo",
  "titleType",
  "title",
  "taxNo",
  "type",
  "companyName",
  "amountFen",
  "exTaxFen",
  "taxFen",
  "orderCount",
  "orderNos",
  "status",
  "applicantName",
  "appliedAt",
  "issueDate",
  "handlerName",
  "redInvoiceNo",
  "redIssueDate",
  "redReason",
  "redFen",
  "rejectReason",
  "bankAccount",
  "address",
  "email",
  "remark",
  "fileUrl",
  "redFileUrl",
  "createdAt",
] as const;
/** The invoice workbook. */
const invoiceSheet: SheetDefinition<InvoiceRecord, (typeof exportFields)[number]> = {
  title: "发票列表",
  reads: exportFields,
  columns: [
    textColumn("invoiceNo", "发票号码", 24, ({ invoiceNo }) => invoiceNo),
    textColumn("titleType", "抬头类型", 10, ({ titleType }) => invoiceTitleType.label(titleType)),
    textColumn("title", "发票抬头", 36, ({ title }) => title),
    textColumn("taxNo", "税号", 22, ({ taxNo }) => taxNo),
    textColumn("type", "发票类型", 10, ({ type }) => invoiceType.label(type)),
    textColumn("companyName", "企业", 36, ({ companyName }) => companyName),
    yuanColumn("amountFen", "价税合计", 16, ({ amountFen }) => amountFen),
    yuanColumn("exTaxFen", "不含税", 16, ({ exTaxFen }) => exTaxFen),
    yuanColumn("taxFen", "税额", 14, ({ taxFen }) => taxFen),
    numberColumn("orderCount", "订单数", 8, ({ orderCount }) => orderCount),
    textColumn("orderNos", "订单", 36, ({ orderNos }) => orderNos),
    textColumn("status", "状态", 10, formatInvoiceStatus),
    textColumn("applicantName", "申请人", 10, ({ applicantName }) => applicantName),
    timeColumn("appliedAt", "申请时间", ({ appliedAt }) => appliedAt),
    dayColumn("issueDate", "开票日期", ({ issueDate }) => issueDate),
    textColumn("handlerName", "经办人", 10, ({ handlerName }) => handlerName),
    textColumn("redInvoiceNo", "红字发票号码", 24, ({ redInvoiceNo }) => redInvoiceNo),
    dayColumn("redIssueDate", "红票日期", ({ redIssueDate }) => redIssueDate),
    textColumn("redReason", "红冲原因", 12, ({ redReason }) => redReason),
    yuanColumn("redFen", "已红冲", 16, ({ redFen }) => redFen),
    textColumn("rejectReason", "驳回原因", 30, ({ rejectReason }) => rejectReason),
    textColumn("bankAccount", "开户行及账号", 36, ({ bankAccount }) => bankAccount),
    textColumn("address", "地址、电话", 36, ({ address }) => address),
    textColumn("email", "收票邮箱", 26, ({ email }) => email),
    textColumn("fileUrl", "发票文件", 10, ({ fileUrl }) => (fileUrl ? "已上传" : "")),
    textColumn("redFileUrl", "红票文件", 10, ({ redFileUrl }) => (redFileUrl ? "已上传" : "")),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("remark", "备注", 30, ({ remark }) => remark),
    textColumn("id", "发票编号", 22, ({ id }) => id),
  ],
};

export const prepareInvoiceExport: ExportPreparer<typeof invoiceCalls.invoiceExport> = (body, call) =>
  prepareExport(call, invoiceList, body, invoiceSheet);
