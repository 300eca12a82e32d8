import type { InvoiceDetail, InvoiceRow } from "../../../adapters/contract/invoice.ts";
import type { Call } from "../../call.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";

type InvoiceRowContext = Pick<Call, "secretKey" | "now">;

/** An invoice as lists show it, with signed URLs of its files. */
export const toInvoiceRow = (record: InvoiceRecord, { secretKey, now }: InvoiceRowContext): InvoiceRow => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  companyId: record.companyId,
  companyName: record.companyName,
  titleType: record.titleType,
  title: record.title,
  taxNo: record.taxNo,
  type: record.type,
  email: record.email,
  bankAccount: record.bankAccount,
  address: record.address,
  amountFen: record.amountFen,
  exTaxFen: record.exTaxFen,
  taxFen: record.taxFen,
  orderCount: record.orderCount,
  orderNos: record.orderNos,
  status: record.status,
  invoiceNo: record.invoiceNo,
  issueDate: record.issueDate?.toISOString() ?? null,
  fileUrl: signUploadUrl(secretKey, record.fileUrl, now),
  redInvoiceNo: record.redInvoiceNo,
  redIssueDate: record.redIssueDate?.toISOString() ?? null,
  redFileUrl: signUploadUrl(secretKey, record.redFileUrl, now),
  redReason: record.redReason,
  rejectReason: record.rejectReason,
  applicantName: record.applicantName,
  appliedAt: record.appliedAt.toISOString(),
  handlerName: record.handlerName,
  remark: record.remark,
});

/** An invoice with its lines and orders. */
export const toInvoiceDetail = (
  record: InvoiceRecord,
  orderIds: readonly string[],
  call: InvoiceRowContext,
): InvoiceDetail => ({
  ...toInvoiceRow(record, call),
  lines: [...record.lines],
  orderIds: [...orderIds],
});
