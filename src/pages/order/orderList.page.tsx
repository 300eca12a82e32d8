import {
  type OrderRow,
  orderCalls,
  orderDateField,
  orderInvoiceStatus,
  orderType,
  payMethod,
} from "../../../adapters/contract/order.ts";
import { orderStatus } from "../../../adapters/contract/orderEvent.ts";
import * as word from "../../../adapters/contract/words.ts";
import { companyColumn } from "../../list/companyColumn.ts";
import type { RowAction } from "../../list/listDefinition.ts";
import { listPage } from "../../list/listPage.tsx";
import { OrderStatusCell } from "../../list/OrderStatusCell.tsx";
import { channelChoices } from "../../list/pickers/channelChoices.ts";
import { companyChoices } from "../../list/pickers/companyChoices.ts";
import { lazyDialog } from "../../loading/lazyDialog.tsx";
import type { PageHelp } from "../../pageApi/pageHelp.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { applyForInvoice, applyForOrderInvoice } from "./invoiceApplyActions.tsx";
import { ContractCell, DueCell, RatioCell, RefundVoucherCell } from "./orderCells.tsx";
import { cancelOrder, refundOrder, withdrawPayment } from "./orderCloseActions.ts";
import { orderForm } from "./orderForm.tsx";
import { auditSelfRefusal, awaitsAudit } from "./orderRefusal.ts";
import {
  orderGoodsSection,
  orderGrantsSection,
  orderInvoicesSection,
  orderPaymentsSection,
  orderTimelineSection,
} from "./orderSections.tsx";
import { registerPayment } from "./registerPayment.ts";

/** Audits a registered payment or a requested refund; not by the user who created or submitted it. */
const auditOrder: RowAction<OrderRow> = {
  name: "audit",
  label: "审核",
  call: orderCalls.orderAudit,
  isApplicable: awaitsAudit,
  refusal: auditSelfRefusal,
  dialog: lazyDialog(async () => (await import("./OrderAudit.tsx")).OrderAudit),
};

export const meta = {
  path: "/order/orderList",
  title: "订单列表",
  group: "order",
  order: 1,
  icon: "IconReceipt",
  roles: ["admin", "operator", "finance"],
  right: "/order/v3/pageList",
} as const satisfies PageMeta;

export const help: PageHelp = {
  purpose: "全部订单：建单、登记回款、审核、退款、申请发票都从这里办理。",
  lines: [
    "上方页签按状态分开并带数量；「待我审核」只列您能审核的，等得最久的在前。",
    "「新增」选企业和商品，金额自动计算；先保存为待支付，再登记回款。",
    "登记回款后订单待审核；审核人不能是建单人，也不能是登记人。",
    "审核通过即开通服务；按 a 通过并审下一条，按 r 驳回。",
    "只收到一部分时照实登记，订单显示为部分付款，收齐后变为已支付。",
    "退款可以是全部或一部分，由他人审核；已开票的部分要先红冲。",
    "勾选同一企业的若干订单可以合并申请一张发票。",
    "点订单号看商品、服务、回款、发票和时间线；表下是全部结果的合计。",
    "待支付 30 天未付的订单自动取消。",
  ],
};

export default listPage({
  name: "order",
  noun: word.order,
  call: orderCalls.orderPageList,
  detailCall: orderCalls.orderOne,
  export: orderCalls.orderExport,
  form: orderForm,
  rowActions: [registerPayment, auditOrder, withdrawPayment, applyForOrderInvoice, refundOrder, cancelOrder],
  selectionActions: [applyForInvoice],
  detailSections: [
    orderGoodsSection,
    orderGrantsSection,
    orderPaymentsSection,
    orderInvoicesSection,
    orderTimelineSection,
  ],
  getTitle: (row) => row.orderNo,
  tabs: {
    name: "status",
    dictionary: orderStatus,
    getCounts: ({ counts }) => counts,
    extraTabs: [
      {
        label: word.awaitsMe,
        conditions: { mine: true },
        orderText: "按等待时间，最久的在前",
        count: ({ counts }) => counts.mine,
        call: orderCalls.orderAudit,
        opensFor: "finance",
      },
    ],
  },
  sums: [
    { label: word.order, as: "number", getValue: ({ sums }) => sums.count },
    { label: word.payable, as: "money", getValue: ({ sums }) => sums.payableFen },
    { label: word.paid, as: "money", getValue: ({ sums }) => sums.paidFen },
    { label: word.unpaid, as: "money", getValue: ({ sums }) => sums.dueFen },
    { label: "已退款", as: "money", getValue: ({ sums }) => sums.refundFen },
  ],
  selectedSums: ["payableFen", "paidFen"],
  columns: [
    { key: "orderNo", title: word.orderNo, width: 176, main: true },
    { ...companyColumn(word.company, 190), sort: "companyName" },
    { key: "status", title: word.status, width: 96, as: "custom", cell: OrderStatusCell, align: "center" },
    { key: "payableFen", title: word.payable, width: 130, as: "money", sort: "payableFen" },
    { key: "paidFen", title: word.paid, width: 130, as: "money", sort: "paidFen" },
    { key: "createdAt", title: word.createdAt, width: 180, as: "time", sort: "createdAt" },
    { key: "pendingFen", title: word.unpaid, width: 130, as: "custom", cell: DueCell, align: "right" },
    { key: "paidAt", title: word.paidAt, width: 180, as: "time", sort: "paidAt" },
    { key: "payMethod", title: word.payMethod, width: 100, as: "label", dictionary: payMethod },
    { key: "invoiceStatus", title: word.invoice, width: 96, as: "tag", dictionary: orderInvoiceStatus },
    { key: "invoicedFen", title: word.invoicedAmount, width: 130, as: "money", hidden: true },
    { key: "type", title: word.type, width: 80, as: "label", dictionary: orderType },
    { key: "goodsNames", title: word.goods, width: 200 },
    { key: "contractNo", title: word.contractNo, width: 150, as: "copy" },
    { key: "channelName", title: word.channel, width: 140 },
    { key: "createdByName", title: word.createdBy, width: 100 },
    { key: "auditorName", title: word.auditor, width: 100 },
    { key: "totalFen", title: word.orderTotal, width: 130, as: "money", hidden: true },
    { key: "discountFen", title: word.discount, width: 120, as: "money", hidden: true },
    { key: "refundFen", title: word.refund, width: 130, as: "money", hidden: true },
    { key: "refundAskFen", title: word.askRefund, width: 130, as: "money", hidden: true },
    { key: "refundPayee", title: "退款收款户名", width: 200, hidden: true },
    { key: "refundBank", title: "退款开户行", width: 180, hidden: true },
    { key: "refundAccount", title: "退款账号", width: 190, as: "copy", hidden: true },
    {
      key: "refundVoucherUrl",
      title: word.refundVoucher,
      width: 110,
      as: "custom",
      cell: RefundVoucherCell,
      hidden: true,
    },
    { key: "submittedByName", title: word.submittedBy, width: 100, hidden: true },
    { key: "auditedAt", title: word.auditedAt, width: 180, as: "time", hidden: true },
    { key: "auditRemark", title: word.auditRemark, width: 180, hidden: true },
    { key: "closeReason", title: "取消/退款原因", width: 180, hidden: true },
    { key: "channelRatio", title: "佣金比例", width: 100, as: "custom", cell: RatioCell, hidden: true },
    { key: "commissionFen", title: word.commission, width: 120, as: "money", hidden: true },
    { key: "earnedFen", title: word.earnedCommission, width: 120, as: "money", hidden: true },
    {
      key: "contractUrl",
      title: word.contractFile,
      width: 110,
      as: "custom",
      cell: ContractCell,
      hidden: true,
    },
    { key: "remark", title: word.remark, width: 200, hidden: true },
  ],
  filters: [
    { kind: "text", name: "keyword", label: word.keyword, placeholder: "订单号 / 企业 / 合同编号" },
    { kind: "select", name: "type", label: word.type, dictionary: orderType },
    { kind: "choice", name: "companyId", label: word.company, source: companyChoices },
    { kind: "region", name: "regionId", label: word.region },
    { kind: "select", name: "invoiceStatus", label: word.invoice, dictionary: orderInvoiceStatus },
    { kind: "select", name: "payMethod", label: word.payMethod, dictionary: payMethod },
    { kind: "choice", name: "channelCodeId", label: word.channel, source: channelChoices },
    { kind: "numbers", min: "minFen", max: "maxFen", label: "应付金额", unit: "fen" },
    {
      kind: "select",
      name: "dateField",
      label: word.dateType,
      dictionary: orderDateField,
      placeholder: word.createdAt,
    },
    { kind: "days", from: "from", to: "to", of: "dateField", label: word.date },
  ],
});
