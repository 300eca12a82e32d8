import { eq, gte, lte } from "drizzle-orm";
import type * as z from "zod/mini";
import { payMethod } from "../../../adapters/contract/order.ts";
import { type orderPayCalls, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import { type OrderPayRecord, orderPays } from "../../db/schema/orderPay.ts";
import { toPaymentText } from "../../db/searchKeys.ts";
import { textColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { toViewer, type Viewer } from "../../records/viewer.ts";
import type { ExportPreparer } from "../exportJob/exportPreparer.ts";

type PageRequest = z.output<typeof orderPayCalls.orderPayPageList.body>;
type ExportRequest = z.output<typeof orderPayCalls.orderPayExport.body>;

/** The list of payments and its export. */
export const orderPayList = defineListSource<PageRequest | ExportRequest>()({
  table: orderPays,
  id: orderPays.id,
  createdAt: orderPays.createdAt,
  dates: { paid: orderPays.paidAt, created: orderPays.createdAt },
  baseCondition: undefined,
  search: toPaymentText(orderPays.bankSerialNo, orderPays.payNo, orderPays.payerName),
  indexesCharacters: true,
  sortable: { createdAt: orderPays.createdAt, paidAt: orderPays.paidAt, amountFen: orderPays.amountFen },
  filters: {
    state: (value) => eq(orderPays.status, value),
    method: (value) => eq(orderPays.method, value),
    companyId: (value) => eq(orderPays.companyId, value),
    minFen: (value) => gte(orderPays.amountFen, value),
    maxFen: (value) => lte(orderPays.amountFen, value),
  },
});

const exportFields = [
  "payNo",
  "paidAt",
  "bankName",
  "bankSerialNo",
  "payerName",
  "payerDiffers",
  "amountFen",
  "orderNo",
  "companyName",
  "method",
  "status",
  "voucherUrl",
  "registeredByName",
  "createdAt",
  "auditorName",
  "auditedAt",
  "auditRemark",
] as const;

/** The workbook of payments. */
const createOrderPaySheet = ({
  canSeeAmounts,
}: Viewer): SheetDefinition<OrderPayRecord, (typeof exportFields)[number]> => ({
  title: "回款流水",
  reads: exportFields,
  columns: [
    textColumn("payNo", "回款编号", 20, ({ payNo }) => payNo),
    timeColumn("paidAt", "到账时间", ({ paidAt }) => paidAt),
    textColumn("bankName", "付款银行", 24, ({ bankName }) => bankName),
    textColumn("bankSerialNo", "银行流水号", 24, ({ bankSerialNo }) => bankSerialNo),
    textColumn("payerName", "付款方", 36, ({ payerName }) => payerName),
    textColumn("payerDiffers", "代付", 8, ({ payerDiffers }) => (payerDiffers ? "是" : "")),
    yuanColumn("amountFen", "金额", 16, ({ amountFen }) => (canSeeAmounts ? amountFen : null)),
    textColumn("orderNo", "订单号", 20, ({ orderNo }) => orderNo),
    textColumn("companyName", "企业", 36, ({ companyName }) => companyName),
    textColumn("method", "支付方式", 10, ({ method }) => payMethod.label(method)),
    textColumn("status", "状态", 10, ({ status }) => orderPayStatus.label(status)),
    textColumn("voucherUrl", "凭证", 10, ({ voucherUrl }) => (voucherUrl ? "已上传" : "")),
    textColumn("registeredByName", "登记人", 10, ({ registeredByName }) => registeredByName),
    timeColumn("createdAt", "登记时间", ({ createdAt }) => createdAt),
    textColumn("auditorName", "审核人", 10, ({ auditorName }) => auditorName),
    timeColumn("auditedAt", "审核时间", ({ auditedAt }) => auditedAt),
    textColumn("auditRemark", "审核意见", 30, ({ auditRemark }) => auditRemark),
  ],
});

export const prepareOrderPayExport: ExportPreparer<typeof orderPayCalls.orderPayExport> = (body, call) =>
  prepareExport(call, orderPayList, body, createOrderPaySheet(toViewer(call.actor)));
