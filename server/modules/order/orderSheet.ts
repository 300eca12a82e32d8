import {
  type orderCalls,
  orderInvoiceStatus,
  orderType,
  payMethod,
} from "../../../adapters/contract/order.ts";
import { unpaidStatuses } from "../../../adapters/contract/orderEvent.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import {
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "../../list/exportColumn.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
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

/** The order workbook. */
export const createOrderSheet = (viewer: Viewer): SheetDefinition<OrderRecord, ExportField> => ({
  title: "订单列表",
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
    textColumn("orderNo", "订单号", 20, ({ orderNo }) => orderNo),
    textColumn("companyName", "企业", 36, ({ companyName }) => companyName),
    textColumn("contractNo", "合同编号", 20, ({ contractNo }) => contractNo),
    textColumn("type", "类型", 10, ({ type }) => orderType.label(type)),
    textColumn("goodsNames", "商品", 36, ({ goodsNames }) => goodsNames),
    amountColumn("totalFen", "订单总额", ({ totalFen }) => totalFen),
    amountColumn("discountFen", "优惠", ({ discountFen }) => discountFen),
    amountColumn("payableFen", "应付", ({ payableFen }) => payableFen),
    amountColumn("paidFen", "已付", ({ paidFen }) => paidFen),
    amountColumn("pendingFen", "未付", getDueFen),
    amountColumn("refundFen", "退款", ({ refundFen }) => refundFen),
    amountColumn("refundAskFen", "申请退款", ({ refundAskFen }) => refundAskFen),
    timeColumn("refundedAt", "退款时间", ({ refundedAt }) => refundedAt),
    textColumn("refundPayee", "退款收款户名", 30, ({ refundPayee }) => refundPayee),
    textColumn("refundBank", "退款开户行", 24, ({ refundBank }) => refundBank),
    textColumn("refundAccount", "退款账号", 24, ({ refundAccount }) => refundAccount),
    textColumn("refundVoucherUrl", "退款凭证", 10, ({ refundVoucherUrl }) =>
      refundVoucherUrl ? "已上传" : "",
    ),
    textColumn("status", "状态", 10, (record) => orderStatusMachine.label(record)),
    textColumn("payMethod", "支付方式", 10, (record) => payMethod.label(record.payMethod)),
    timeColumn("paidAt", "到账时间", ({ paidAt }) => paidAt),
    textColumn("invoiceStatus", "发票", 10, ({ invoiceStatus }) => orderInvoiceStatus.label(invoiceStatus)),
    amountColumn("invoicedFen", "已开票金额", ({ invoicedFen }) => invoicedFen),
    textColumn("channelName", "渠道", 18, ({ channelName }) => channelName),
    numberColumn("channelRatio", "佣金比例（%）", 12, ({ channelRatio }) => channelRatio),
    amountColumn("commissionFen", "佣金", ({ commissionFen }) => commissionFen),
    amountColumn("earnedFen", "已生效佣金", ({ earnedFen }) => earnedFen),
    textColumn("createdByName", "创建人", 10, ({ createdByName }) => createdByName),
    timeColumn("createdAt", "创建时间", ({ createdAt }) => createdAt),
    textColumn("submittedByName", "提交人", 10, ({ submittedByName }) => submittedByName),
    textColumn("auditorName", "审核人", 10, ({ auditorName }) => auditorName),
    timeColumn("auditedAt", "审核时间", ({ auditedAt }) => auditedAt),
    textColumn("auditRemark", "审核意见", 30, ({ auditRemark }) => auditRemark),
    textColumn("closeReason", "取消/退款原因", 30, ({ closeReason }) => closeReason),
    textColumn("contractUrl", "合同文件", 10, ({ contractUrl }) => (contractUrl ? "已上传" : "")),
    textColumn("remark", "备注", 30, ({ remark }) => remark),
    textColumn("id", "订单编号", 22, ({ id }) => id),
  ];
}

export const prepareOrderExport: ExportPreparer<typeof orderCalls.orderExport> = (body, call) =>
  prepareExport(call, createOrderList(call.actor), body, createOrderSheet(toViewer(call.actor)));
