import type { InvoiceRow } from "../../../adapters/contract/invoice.ts";
import { type OrderRow, orderCalls } from "../../../adapters/contract/order.ts";
import { orderInvoiceCalls } from "../../../adapters/contract/orderInvoice.ts";
import { orderPayCalls, orderPayStatus } from "../../../adapters/contract/orderPay.ts";
import {
  type ServiceGrantRow,
  serviceGrantCalls,
  serviceGrantStatus,
} from "../../../adapters/contract/serviceGrant.ts";
import * as word from "../../../adapters/contract/words.ts";
import { SectionFallback } from "../../list/detail/SectionFallback.tsx";
import { subTable } from "../../list/detail/subTable.tsx";
import { InvoiceStatusCell } from "../../list/InvoiceStatusCell.tsx";
import type { DetailSection } from "../../list/listDefinition.ts";
import { lazyComponent } from "../../loading/lazyComponent.tsx";
import { formatNumber } from "../../ui/format/formatNumber.ts";
import { isOrderDetail, VoucherCell } from "./orderCells.tsx";

export const orderGoodsSection = subTable({
  title: word.orderItems,
  call: orderCalls.orderOne,
  rows: (row: OrderRow) =>
    isOrderDetail(row) ? row.items.map((item) => ({ ...item, id: item.goodsId })) : [],
  emptyText: "没有商品",
  columns: [
    { key: "name", title: word.goods, width: 200 },
    { key: "unitPriceFen", title: word.unitPrice, width: 120, as: "money" },
    { key: "quantity", title: word.quantity, width: 70, as: "number" },
    { key: "months", title: "月数", width: 70, as: "number" },
    { key: "amountFen", title: word.amount, width: 130, as: "money" },
  ],
});

/** The order's grants; planned ones until it is paid. */
export const orderGrantsSection = subTable<OrderRow, ServiceGrantRow & { readonly id: string }>({
  title: "服务开通",
  rows: async ({ id }, client, signal) => {
    const grants = await client.call(serviceGrantCalls.orderServiceInfo, { params: { id } }, { signal });
    return grants.map((grant, index) => ({ ...grant, id: grant.id ?? `${index}` }));
  },
  emptyText: "该订单没有开通服务",
  columns: [
    { key: "serviceName", title: word.service, width: 160 },
    { key: "status", title: word.status, width: 86, as: "tag", dictionary: serviceGrantStatus },
    {
      key: "total",
      title: "已用 / 总量",
      width: 130,
      as: "custom",
      align: "right",
      cell: ({ used, total, unit }) => `${formatNumber(used)} / ${formatNumber(total)} ${unit}`,
    },
    { key: "startAt", title: word.start, width: 104, as: "day" },
    { key: "expireAt", title: word.expiry, width: 104, as: "day" },
  ],
});

/** The order's payments with their status. */
export const orderPaymentsSection = subTable({
  title: "回款记录",
  rows: ({ id }: OrderRow, client, signal) =>
    client.call(orderPayCalls.orderPayForOrder, { params: { id } }, { signal }),
  emptyText: "还没有登记回款",
  columns: [
    { key: "amountFen", title: word.amount, width: 120, as: "money" },
    { key: "status", title: word.status, width: 86, as: "tag", dictionary: orderPayStatus },
    { key: "voucherUrl", title: word.voucher, width: 90, as: "custom", cell: VoucherCell },
    { key: "paidAt", title: word.paidAt, width: 160, as: "time" },
    { key: "payerName", title: word.payer, width: 190 },
    { key: "bankName", title: word.bankName, width: 150 },
    { key: "bankSerialNo", title: word.bankSerialNo, width: 150, as: "copy" },
    { key: "registeredByName", title: word.registeredBy, width: 86 },
    { key: "auditorName", title: word.auditor, width: 86 },
    { key: "auditRemark", title: word.auditRemark, width: 140 },
    {
      key: "payNo",
      title: word.payNo,
      width: 190,
      as: "link",
      record: "payment",
      getId: ({ id }) => id,
      copy: true,
    },
  ],
});

/** The invoices of the order, with those that were rejected, withdrawn or reversed. */
export const orderInvoicesSection = subTable<OrderRow, InvoiceRow>({
  title: word.invoice,
  call: orderInvoiceCalls.invoicesOfOrder,
  rows: ({ id }, client, signal) =>
    client.call(orderInvoiceCalls.invoicesOfOrder, { params: { id } }, { signal }),
  emptyText: "还没有申请发票",
  columns: [
    { key: "title", title: "抬头", width: 200, as: "link", record: "invoice", getId: (row) => row.id },
    { key: "status", title: word.status, width: 86, as: "custom", cell: InvoiceStatusCell, align: "center" },
    { key: "amountFen", title: word.invoiceAmount, width: 120, as: "money" },
    { key: "invoiceNo", title: word.invoiceNo, width: 180, as: "copy" },
    { key: "appliedAt", title: word.appliedAt, width: 160, as: "time" },
    { key: "issueDate", title: word.issueDate, width: 104, as: "day" },
    { key: "redInvoiceNo", title: word.redInvoiceNo, width: 180, as: "copy" },
  ],
});

export const orderTimelineSection: DetailSection<OrderRow> = {
  title: "时间线",
  call: orderCalls.orderOne,
  content: lazyComponent(async () => (await import("./OrderTimeline.tsx")).OrderTimeline, SectionFallback),
};
