import type { OrderDetail, OrderRow } from "../../../adapters/contract/order.ts";
import type { OrderItem } from "../../../adapters/contract/orderItem.ts";
import type { Call } from "../../call.ts";
import type { OrderedGoods, OrderRecord } from "../../db/schema/order.ts";
import type { OrderEventRecord } from "../../db/schema/orderEvent.ts";
import { signedUploadUrl } from "../upload/signedUpload.ts";
import { viewerOf } from "../viewer.ts";
import { originFenOf } from "./orderAmounts.ts";

type Seen = Pick<Call, "actor" | "secretKey" | "now">;

/** An order as lists show it: amounts only to those who may see them, the contract under a signed address. */
export function orderRow(record: OrderRecord, call: Seen): OrderRow {
  const { amounts } = viewerOf(call.actor);
  const fen = (value: number) => (amounts ? value : null);
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
    totalFen: fen(record.totalFen),
    discountFen: fen(record.discountFen),
    payableFen: fen(record.payableFen),
    paidFen: fen(record.paidFen),
    pendingFen: fen(record.pendingFen),
    refundFen: fen(record.refundFen),
    contractNo: record.contractNo,
    contractUrl: signedUploadUrl(call.secretKey, record.contractUrl, call.now),
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
    channelCodeId: record.channelCodeId,
    channelName: record.channelName,
    channelRatio: record.channelRatio,
    commissionFen: fen(record.commissionFen),
    earnedFen: fen(record.earnedFen),
    remark: record.remark,
  };
}

/** One goods of an order as shown to who may see amounts, or not. */
export const orderItemRow = (item: OrderedGoods, amounts: boolean): OrderItem => ({
  goodsId: item.goodsId,
  name: item.name,
  quantity: item.quantity,
  months: item.months,
  unitPriceFen: amounts ? item.unitPriceFen : null,
  amountFen: amounts ? item.amountFen : null,
  originFen: amounts ? originFenOf(item) : null,
});

/** An order with its goods, its tax, its steps so far, and what speaks against its approval. */
export function orderDetail(
  record: OrderRecord,
  events: readonly OrderEventRecord[],
  call: Seen,
  approvalRefusal = "",
): OrderDetail {
  const { amounts } = viewerOf(call.actor);
  return {
    ...orderRow(record, call),
    items: record.items.map((item) => orderItemRow(item, amounts)),
    taxLines: record.taxLines.map((line) => ({ ...line, amountFen: amounts ? line.amountFen : null })),
    events: events.map(({ id, at, kind, byName, remark, amountFen, status }) => ({
      id,
      at: at.toISOString(),
      kind,
      byName,
      remark,
      amountFen: amounts ? amountFen : null,
      status,
    })),
    approvalRefusal,
  };
}
