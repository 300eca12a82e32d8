import {
  orderCalls,
  orderFieldLabels,
  orderInvoiceStatus,
  orderType,
  payMethod,
} from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import * as word from "../../../adapters/contract/words.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import { type ExportColumn, textColumn, yuanColumn } from "../../list/exportColumn.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
import { toViewer, type Viewer } from "../../records/viewer.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";
import { createOrderList } from "./orderList.ts";

const exportFields = [
  "id",
  "orderNo",
  "companyName",
  "contractNo",
  "type",
  "goodsNames",
  "totalFen",
  "discountFen",
  "payableFen",
  "paidFen",
  "refundFen",
  "refundAskFen",
  "refundedAt",
  "refundPayee",
  "refundBank",
  "refundAccount",
  "refundVoucherUrl",
  "status",
  "payMethod",
  "paidAt",
  "invoiceStatus",
  "invoicedFen",
  "channelName",
  "channelRatio",
  "commissionFen",
  "earnedFen",
  "createdByName",
  "createdAt",
  "submittedByName",
  "contractUrl",
  "auditorName",
  "auditedAt",
  "auditRemark",
  "closeReason",
  "remark",
] as const;
type ExportField = (typeof exportFields)[number];

const column = createSheetColumns<Pick<OrderRecord, ExportField>>(orderFieldLabels);

/** The order workbook. */
export const createOrderSheet = (viewer: Viewer): SheetDefinition<OrderRecord, ExportField> => ({
  title: orderCalls.orderPageList.summary,
  reads: exportFields,
  columns: createOrderColumns(viewer),
});

/** The amount due; 0 unless the order is pending or in audit, as in the list. */
const getDueFen = ({ status, payableFen, paidFen }: Pick<OrderRecord, ExportField>): number =>
  unpaidStatuses.includes(status) ? payableFen - paidFen : 0;

function createOrderColumns({
  canSeeAmounts,
}: Viewer): readonly ExportColumn<Pick<OrderRecord, ExportField>>[] {
  const amountColumn = (
    key: string,
    header: string,
    get: (record: Pick<OrderRecord, ExportField>) => number,
  ) =>
    yuanColumn(key, header, 16, (record: Pick<OrderRecord, ExportField>) =>
      canSeeAmounts ? get(record) : null,
    );
  return [
    column.text("orderNo", 20),
    column.text("companyName", 36),
    column.text("contractNo", 20),
    column.label("type", 10, orderType),
    column.text("goodsNames", 36),
    amountColumn("totalFen", word.orderTotal, ({ totalFen }) => totalFen),
    amountColumn("discountFen", word.discount, ({ discountFen }) => discountFen),
    amountColumn("payableFen", word.payable, ({ payableFen }) => payableFen),
    amountColumn("paidFen", word.paid, ({ paidFen }) => paidFen),
    amountColumn("pendingFen", word.unpaid, getDueFen),
    amountColumn("refundFen", word.refund, ({ refundFen }) => refundFen),
    amountColumn("refundAskFen", word.askRefund, ({ refundAskFen }) => refundAskFen),
    column.time("refundedAt"),
    textColumn("refundPayee", "退款收款户名", 30, ({ refundPayee }) => refundPayee),
    textColumn("refundBank", "退款开户行", 24, ({ refundBank }) => refundBank),
    textColumn("refundAccount", "退款账号", 24, ({ refundAccount }) => refundAccount),
    column.text("refundVoucherUrl", 10, ({ refundVoucherUrl }) => (refundVoucherUrl ? word.uploaded : "")),
    column.text("status", 10, (record) => orderStatusMachine.label(record)),
    column.label("payMethod", 10, payMethod),
    column.time("paidAt"),
    textColumn("invoiceStatus", word.invoice, 10, ({ invoiceStatus }) =>
      orderInvoiceStatus.label(invoiceStatus),
    ),
    amountColumn("invoicedFen", word.invoicedAmount, ({ invoicedFen }) => invoicedFen),
    column.text("channelName", 18),
    column.number("channelRatio", 12),
    amountColumn("commissionFen", word.commission, ({ commissionFen }) => commissionFen),
    amountColumn("earnedFen", word.earnedCommission, ({ earnedFen }) => earnedFen),
    column.text("createdByName", 10),
    column.time("createdAt"),
    textColumn("submittedByName", word.submittedBy, 10, ({ submittedByName }) => submittedByName),
    column.text("auditorName", 10),
    column.time("auditedAt"),
    column.text("auditRemark", 30),
    textColumn("closeReason", "取消/退款原因", 30, ({ closeReason }) => closeReason),
    column.text("contractUrl", 10, ({ contractUrl }) => (contractUrl ? word.uploaded : "")),
    column.text("remark", 30),
    textColumn("id", "订单编号", 22, ({ id }) => id),
  ];
}

export const prepareOrderExport: ExportPreparer<typeof orderCalls.orderExport> = (body, call) =>
  prepareExport(call, createOrderList(call.actor), body, createOrderSheet(toViewer(call.actor)));
