import { invoiceStatus, invoiceTitleType, invoiceType } from "../../../adapters/contract/invoice.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import {
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  toShanghaiWallTime,
  yuanColumn,
} from "../../list/exportColumn.ts";
import type { SheetDefinition } from "../../list/prepareExport.ts";

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
  "rejectReason",
  "bankAccount",
  "address",
  "email",
  "remark",
] as const;
type ExportedInvoice = Pick<InvoiceRecord, (typeof exportFields)[number]>;

/** A column with a date without a time. */
const dayColumn = (
  header: string,
  get: (record: ExportedInvoice) => Date | null,
): ExportColumn<ExportedInvoice> => ({
  header,
  width: 12,
  numFmt: "yyyy-mm-dd",
  cell: (record) => {
    const day = get(record);
    return day && toShanghaiWallTime(day);
  },
});

/** The invoice workbook. */
export const invoiceSheet: SheetDefinition<InvoiceRecord, (typeof exportFields)[number]> = {
  title: "发票列表",
  reads: exportFields,
  columns: [
    textColumn("发票编号", 22, ({ id }) => id),
    textColumn("发票号码", 24, ({ invoiceNo }) => invoiceNo),
    textColumn("抬头类型", 10, ({ titleType }) => invoiceTitleType.label(titleType)),
    textColumn("发票抬头", 36, ({ title }) => title),
    textColumn("税号", 22, ({ taxNo }) => taxNo),
    textColumn("发票类型", 10, ({ type }) => invoiceType.label(type)),
    textColumn("企业名称", 36, ({ companyName }) => companyName),
    yuanColumn("价税合计（元）", 16, ({ amountFen }) => amountFen),
    yuanColumn("不含税金额（元）", 16, ({ exTaxFen }) => exTaxFen),
    yuanColumn("税额（元）", 14, ({ taxFen }) => taxFen),
    numberColumn("订单数", 8, ({ orderCount }) => orderCount),
    textColumn("订单号", 36, ({ orderNos }) => orderNos),
    textColumn("状态", 10, ({ status }) => invoiceStatus.label(status)),
    textColumn("申请人", 10, ({ applicantName }) => applicantName),
    timeColumn("申请时间", ({ appliedAt }) => appliedAt),
    dayColumn("开票日期", ({ issueDate }) => issueDate),
    textColumn("经办人", 10, ({ handlerName }) => handlerName),
    textColumn("红字发票号码", 24, ({ redInvoiceNo }) => redInvoiceNo),
    dayColumn("红字开票日期", ({ redIssueDate }) => redIssueDate),
    textColumn("红冲原因", 12, ({ redReason }) => redReason),
    textColumn("驳回原因", 30, ({ rejectReason }) => rejectReason),
    textColumn("开户行及账号", 36, ({ bankAccount }) => bankAccount),
    textColumn("地址、电话", 36, ({ address }) => address),
    textColumn("收票邮箱", 26, ({ email }) => email),
    textColumn("备注", 30, ({ remark }) => remark),
  ],
};
