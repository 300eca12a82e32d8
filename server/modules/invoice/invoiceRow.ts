import type { InvoiceDetail, InvoiceRow } from "../../../adapters/contract/invoice.ts";
import type { Call } from "../../call.ts";
import type { InvoiceRecord } from "../../db/schema/invoice.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { getInvoiceOrderIds } from "./invoiceOrders.ts";
import { readReds, subtractReds } from "./invoiceReds.ts";

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
  redFen: record.redFen,
  redAskFen: record.redAskFen,
  rejectReason: record.rejectReason,
  applicantName: record.applicantName,
  appliedAt: record.appliedAt.toISOString(),
  handlerName: record.handlerName,
  remark: record.remark,
});

/** Reads an invoice's red invoices and orders, and returns it with them. */
export async function loadInvoiceDetail(
  record: InvoiceRecord,
  call: Pick<Call, "db" | "secretKey" | "now">,
): Promise<InvoiceDetail> {
  const reds = await readReds(call.db, record.id);
  return {
    ...toInvoiceRow(record, call),
    lines: [...record.lines],
    leftLines: subtractReds(record.lines, reds),
    reds: reds.map(
      ({ id, createdAt, amountFen, exTaxFen, taxFen, reason, redInvoiceNo, issueDate, fileUrl }) => ({
        id,
        createdAt: createdAt.toISOString(),
        amountFen,
        exTaxFen,
        taxFen,
        reason,
        redInvoiceNo,
        issueDate: issueDate?.toISOString() ?? null,
        fileUrl: signUploadUrl(call.secretKey, fileUrl, call.now),
      }),
    ),
    orderIds: await getInvoiceOrderIds(call.db, record.id),
  };
}
