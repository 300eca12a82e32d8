import { eq, gte, lte } from "drizzle-orm";
import type * as z from "zod/mini";
import { payMethod } from "../../../adapters/contract/order.ts";
import { orderPayCalls, orderPayFieldLabels, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import * as word from "../../../adapters/contract/words.ts";
import { type OrderPayRecord, orderPays } from "../../db/schema/orderPay.ts";
import { toPaymentText } from "../../db/searchKeys.ts";
import { textColumn, timeColumn, yuanColumn } from "../../list/exportColumn.ts";
import { defineListSource } from "../../list/listSource.ts";
import { prepareExport, type SheetDefinition } from "../../list/prepareExport.ts";
import { createSheetColumns } from "../../list/sheetColumns.ts";
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

const column = createSheetColumns<Pick<OrderPayRecord, (typeof exportFields)[number]>>(orderPayFieldLabels);

/** The workbook of payments. */
const createOrderPaySheet = ({
  canSeeAmounts,
}: Viewer): SheetDefinition<OrderPayRecord, (typeof exportFields)[number]> => ({
  title: orderPayCalls.orderPayPageList.summary,
  reads: exportFields,
  columns: [
    column.text("payNo", 20),
    column.time("paidAt"),
    column.text("bankName", 24),
    column.text("bankSerialNo", 24),
    column.text("payerName", 36),
    column.text("payerDiffers", 8, ({ payerDiffers }) => (payerDiffers ? word.yes : "")),
    yuanColumn("amountFen", word.amount, 16, ({ amountFen }) => (canSeeAmounts ? amountFen : null)),
    column.text("orderNo", 20),
    column.text("companyName", 36),
    column.label("method", 10, payMethod),
    column.label("status", 10, orderPayStatus),
    textColumn("voucherUrl", word.voucher, 10, ({ voucherUrl }) => (voucherUrl ? word.uploaded : "")),
    column.text("registeredByName", 10),
    timeColumn("createdAt", word.registeredAt, ({ createdAt }) => createdAt),
    column.text("auditorName", 10),
    column.time("auditedAt"),
    column.text("auditRemark", 30),
  ],
});

export const prepareOrderPayExport: ExportPreparer<typeof orderPayCalls.orderPayExport> = (body, call) =>
  prepareExport(call, orderPayList, body, createOrderPaySheet(toViewer(call.actor)));
