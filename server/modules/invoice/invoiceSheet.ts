import {
  invoiceCalls,
  invoiceFieldLabels,
  invoiceTitleType,
  invoiceType,
} from "../../../adapters/contract/invoice.ts";
import * as word from "../../../adapters/contract/words.ts";
import { formatInvoiceStatus } from "../../../machines/status/invoice.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import { textColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
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
const column = createSheetColumns<Pick<InvoiceRecord, (typeof exportFields)[number]>>(invoiceFieldLabels);

/** The invoice workbook. */
const invoiceSheet: SheetDefinition<InvoiceRecord, (typeof exportFields)[number]> = {
  title: invoiceCalls.invoicePageList.summary,
  reads: exportFields,
  columns: [
    column.text("invoiceNo", 24),
    column.label("titleType", 10, invoiceTitleType),
    column.text("title", 36),
    column.text("taxNo", 22),
    column.label("type", 10, invoiceType),
    column.text("companyName", 36),
    column.yuan("amountFen", 16),
    yuanColumn("exTaxFen", word.exTax, 16, ({ exTaxFen }) => exTaxFen),
    column.yuan("taxFen", 14),
    column.number("orderCount", 8),
    textColumn("orderNos", word.order, 36, ({ orderNos }) => orderNos),
    column.text("status", 10, formatInvoiceStatus),
    column.text("applicantName", 10),
    column.time("appliedAt"),
    column.day("issueDate"),
    column.text("handlerName", 10),
    column.text("redInvoiceNo", 24),
    column.day("redIssueDate"),
    column.text("redReason", 12),
    yuanColumn("redFen", word.reversed, 16, ({ redFen }) => redFen),
    column.text("rejectReason", 30),
    column.text("bankAccount", 36),
    column.text("address", 36),
    column.text("email", 26),
    column.text("fileUrl", 10, ({ fileUrl }) => (fileUrl ? word.uploaded : "")),
    column.text("redFileUrl", 10, ({ redFileUrl }) => (redFileUrl ? word.uploaded : "")),
    column.time("createdAt"),
    column.text("remark", 30),
    textColumn("id", "发票编号", 22, ({ id }) => id),
  ],
};

export const prepareInvoiceExport: ExportPreparer<typeof invoiceCalls.invoiceExport> = (body, call) =>
  prepareExport(call, invoiceList, body, invoiceSheet);
