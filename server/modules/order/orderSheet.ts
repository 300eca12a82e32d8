import { orderInvoiceStatus, orderType, payMethod } from "../../../adapters/contract/order.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import type { OrderRecord } from "../../db/schema/order.ts";
import {
  type ExportColumn,
  numberColumn,
  textColumn,
  timeColumn,
  yuanColumn,
} from "../../list/exportColumn.ts";
import type { SheetDefinition } from "../../list/prepareExport.ts";
import type { Viewer } from "../viewer.ts";

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
  "status",
  "payMethod",
  "paidAt",
  "invoiceStatus",
  "channelName",
  "channelRatio",
  "commissionFen",
  "earnedFen",
  "createdByName",
  "createdAt",
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
  status === "pending" || status === "auditing" ? payableFen - paidFen : 0;

function createOrderColumns({
  canSeeAmounts,
}: Viewer): readonly ExportColumn<Pick<OrderRecord, ExportField>>[] {
  const amountColumn = (header: string, get: (record: Pick<OrderRecord, ExportField>) => number) =>
    yuanColumn(`${header}（元）`, 16, (record: Pick<OrderRecord, ExportField>) =>
      canSeeAmounts ? get(record) : null,
    );
  return [
    textColumn("订单编号", 22, ({ id }) => id),
    textColumn("订单号", 20, ({ orderNo }) => orderNo),
    textColumn("企业名称", 36, ({ companyName }) => companyName),
    textColumn("合同编号", 20, ({ contractNo }) => contractNo),
    textColumn("订单类型", 10, ({ type }) => orderType.label(type)),
    textColumn("商品", 36, ({ goodsNames }) => goodsNames),
    amountColumn("订单总额", ({ totalFen }) => totalFen),
    amountColumn("优惠金额", ({ discountFen }) => discountFen),
    amountColumn("应付金额", ({ payableFen }) => payableFen),
    amountColumn("已付金额", ({ paidFen }) => paidFen),
    amountColumn("未付金额", getDueFen),
    amountColumn("退款金额", ({ refundFen }) => refundFen),
    textColumn("状态", 10, (record) => orderStatusMachine.label(record)),
    textColumn("支付方式", 10, (record) => payMethod.label(record.payMethod)),
    timeColumn("到账时间", ({ paidAt }) => paidAt),
    textColumn("发票状态", 10, ({ invoiceStatus }) => orderInvoiceStatus.label(invoiceStatus)),
    textColumn("渠道", 18, ({ channelName }) => channelName),
    numberColumn("佣金比例（%）", 12, ({ channelRatio }) => channelRatio),
    amountColumn("佣金", ({ commissionFen }) => commissionFen),
    amountColumn("已生效佣金", ({ earnedFen }) => earnedFen),
    textColumn("创建人", 10, ({ createdByName }) => createdByName),
    timeColumn("创建时间", ({ createdAt }) => createdAt),
    textColumn("审核人", 10, ({ auditorName }) => auditorName),
    timeColumn("审核时间", ({ auditedAt }) => auditedAt),
    textColumn("审核意见", 30, ({ auditRemark }) => auditRemark),
    textColumn("取消或退款原因", 30, ({ closeReason }) => closeReason),
    textColumn("备注", 30, ({ remark }) => remark),
  ];
}
