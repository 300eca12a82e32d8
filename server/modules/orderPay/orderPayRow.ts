import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import type { Call } from "../../call.ts";
import type { OrderPayRecord } from "../../db/schema/orderPay.ts";
import { toViewer } from "../../records/viewer.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";

/** A payment as lists show it: the amount only for viewers who may see it, the voucher as a signed URL. */
export const toOrderPayRow = (
  record: OrderPayRecord,
  { actor, secretKey, now }: Pick<Call, "actor" | "secretKey" | "now">,
): OrderPayRow => ({
  id: record.id,
  orderId: record.orderId,
  orderNo: record.orderNo,
  companyId: record.companyId,
  companyName: record.companyName,
  createdAt: record.createdAt.toISOString(),
  payNo: record.payNo,
  method: record.method,
  bankName: record.bankName,
  bankSerialNo: record.bankSerialNo,
  amountFen: toViewer(actor).canSeeAmounts ? record.amountFen : null,
  payerName: record.payerName,
  payerDiffers: record.payerDiffers,
  payerVerified: record.payerVerified,
  voucherUrl: signUploadUrl(secretKey, record.voucherUrl, now),
  paidAt: record.paidAt.toISOString(),
  status: record.status,
  registeredBy: record.registeredBy,
  registeredByName: record.registeredByName,
  auditorName: record.auditorName,
  auditedAt: record.auditedAt?.toISOString() ?? null,
  auditRemark: record.auditRemark,
});
