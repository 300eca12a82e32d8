import type { OrderDetail, OrderRow } from "../../../adapters/contract/order.ts";
import type { OrderItem } from "../../../adapters/contract/orderItem.ts";
import type { Call } from "../../call.ts";
import type { OrderedGoods, OrderRecord } from "../../db/schema/order.ts";
import type { OrderEventRecord } from "../../db/schema/orderEvent.ts";
import { toViewer } from "../../records/viewer.ts";
import { signUploadUrl } from "../upload/signedUploadUrl.ts";
import { calculateOriginFen } from "./calculateOrderAmounts.ts";

type OrderRowContext = Pick<Call, "actor" | "secretKey" | "now">;

/** An order as lists show it: amounts only for viewers who may see them, the contract as a signed URL. */
export function toOrderRow(record: OrderRecord, call: OrderRowContext): OrderRow {
  const { canSeeAmounts } = toViewer(call.actor);
  const toVisibleFen = (value: number) => (canSeeAmounts ? value : null);
  return {
    id: record.id,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    orderNo: record.orderNo,
    companyId: record.companyId,
    companyName: record.companyName,
    type: record.type,
    goodsNames: record.goodsNames,
    totalFen: toVisibleFen(record.totalFen),
    discountFen: toVisibleFen(record.discountFen),
    payableFen: toVisibleFen(record.payableFen),
    paidFen: toVisibleFen(record.paidFen),
    pendingFen: toVisibleFen(record.pendingFen),
    refundFen: toVisibleFen(record.refundFen),
    refundAskFen: toVisibleFen(record.refundAskFen),
    refundPayee: record.refundPayee,
    refundBank: record.refundBank,
    refundAccount: record.refundAccount,
    refundVoucherUrl: signUploadUrl(call.secretKey, record.refundVoucherUrl, call.now),
    contractNo: record.contractNo,
    contractUrl: signUploadUrl(call.secretKey, record.contractUrl, call.now),
    status: record.status,
    payMethod: record.payMethod,
    createdBy: record.createdBy,
    createdByName: record.createdByName,
    submittedBy: record.submittedBy,
    submittedByName: record.submittedByName,
    auditorName: record.auditorName,
    auditedAt: record.auditedAt?.toISOString() ?? null,
    auditRemark: record.auditRemark,
    paidAt: record.paidAt?.toISOString() ?? null,
    closeReason: record.closeReason,
    invoiceStatus: record.invoiceStatus,
    invoicedFen: toVisibleFen(record.invoicedFen),
    channelCodeId: record.channelCodeId,
    channelName: record.channelName,
    channelRatio: record.channelRatio,
    commissionFen: toVisibleFen(record.commissionFen),
    earnedFen: toVisibleFen(record.earnedFen),
    remark: record.remark,
  };
}

/** One goods of an order. */
export const toOrderItemRow = (item: OrderedGoods, canSeeAmounts: boolean): OrderItem => ({
  goodsId: item.goodsId,
  name: item.name,
  quantity: item.quantity,
  months: item.months,
  unitPriceFen: canSeeAmounts ? item.unitPriceFen : null,
  amountFen: canSeeAmounts ? item.amountFen : null,
  originFen: canSeeAmounts ? calculateOriginFen(item) : null,
});

/** An order with its goods, tax lines, events, and the reason why it cannot be approved. */
export function toOrderDetail(
  record: OrderRecord,
  events: readonly OrderEventRecord[],
  call: OrderRowContext,
  approvalRefusal = "",
): OrderDetail {
  const { canSeeAmounts } = toViewer(call.actor);
  return {
    ...toOrderRow(record, call),
    items: record.items.map((item) => toOrderItemRow(item, canSeeAmounts)),
    taxLines: record.taxLines.map((line) => ({ ...line, amountFen: canSeeAmounts ? line.amountFen : null })),
    events: events.map(({ id, at, kind, byName, remark, amountFen, voucherUrl, status }) => ({
      id,
      at: at.toISOString(),
      kind,
      byName,
      remark,
      amountFen: canSeeAmounts ? amountFen : null,
      voucherUrl: signUploadUrl(call.secretKey, voucherUrl, call.now),
      status,
    })),
    approvalRefusal,
  };
}
