import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import type { Call } from "../../call.ts";
import type { OrderPayRecord } from "../../db/schema/orderPay.ts";
import { signedUploadUrl } from "../upload/signedUpload.ts";
import { viewerOf } from "../viewer.ts";

/** A payment as an order's detail shows it: the amount only to who may see it, the voucher under a signed address. */
export const orderPayRow = (
  record: OrderPayRecord,
  { actor, secretKey, now }: Pick<Call, "actor" | "secretKey" | "now">,
): OrderPayRow => ({
  id: record.id,
  orderId: record.orderId,
  createdAt: record.createdAt.toISOString(),
  payNo: record.payNo,
  method: record.method,
  bankName: record.bankName,
  bankSerialNo: record.bankSerialNo,
  amountFen: viewerOf(actor).amounts ? record.amountFen : null,
  payerName: record.payerName,
  payerDiffers: record.payerDiffers,
  payerVerified: record.payerVerified,
  voucherUrl: signedUploadUrl(secretKey, record.voucherUrl, now),
  paidAt: record.paidAt.toISOString(),
  status: record.status,
  registeredBy: record.registeredBy,
  registeredByName: record.registeredByName,
  auditorName: record.auditorName,
  auditedAt: record.auditedAt?.toISOString() ?? null,
  auditRemark: record.auditRemark,
});
