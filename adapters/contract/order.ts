import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { orderEvent, orderStatus } from "./orderEvent.ts";
import { orderItem, orderQuote } from "./orderItem.ts";
import { anyOf, exportRequest, pageRequest, pageResponse } from "./page.ts";
import { taxRate } from "./service.ts";
import { uploadUrl } from "./upload.ts";
import * as word from "./words.ts";

export const orderType = defineEnum("order_type", {
  new: "新购",
  renew: "续费",
  expand: "增购",
  trial: "试用",
});
/** Alipay and WeChat orders come from the customers' site, already paid; the console creates bank transfers only. */
export const payMethod = defineEnum("pay_method", {
  bank: "对公转账",
  alipay: "支付宝",
  wechat: "微信支付",
});
export const orderInvoiceStatus = defineEnum("order_invoice_status", {
  none: ["未开票", "gray"],
  applied: ["开票中", "blue"],
  issued: ["已开票", "green"],
});
const dateFields = { created: word.createdAt, paid: word.paidAt, refunded: "退款时间" };
/** The date that `from` and `to` filter by. */
export const orderDateField = defineEnum("order_date_field", dateFields);
/** Goods in one order at most. */
export const maxOrderItems = 20;
/** Largest discount without an admin, in percent of the total. */
export const freeDiscountPercent = 10;

const amount = z
  .int(word.exactToFen)
  .check(z.minimum(0, word.notNegative), z.maximum(1_000_000_000_000, "金额不能超过 100 亿元"));

const orderFields = {
  companyId: f.id,
  type: orderType.schema,
  items: z
    .array(
      z.strictObject({
        goodsId: f.id,
        quantity: z.int("数量应为整数").check(z.minimum(1, "数量至少为 1"), z.maximum(9999, "数量最多 9999")),
        /** Ignored for trials, which run 30 days. */
        months: z.int(word.wholeNumber).check(z.minimum(1, "至少 1 个月"), z.maximum(120, "最多 120 个月")),
      }),
    )
    .check(
      z.minLength(1, "至少选择一件商品"),
      z.maxLength(maxOrderItems, `最多 ${maxOrderItems} 件商品`),
      z.refine(
        (chosen) => new Set(chosen.map(({ goodsId }) => goodsId)).size === chosen.length,
        "同一商品只能添加一次",
      ),
    ),
  /** At most the total; ignored for trials, which cost nothing. */
  discountFen: z._default(amount, 0),
};

/** Body of the create form; the server computes every amount. */
export const orderCreate = z.strictObject({
  ...orderFields,
  payMethod: z._default(payMethod.schema, "bank"),
  contractNo: z.optional(f.optionalName(40)),
  /** Address returned by `/x/orderPay/voucher`. */
  contractUrl: z.optional(z.union([uploadUrl, z.literal("")])),
  remark: z.optional(f.note(500)),
  requestId: f.requestId,
});

/** Null where the role may not see amounts. */
const fen = z.nullable(z.int());

export const orderRow = z.object({
  id: f.id,
  version: f.version,
  createdAt: f.instant,
  updatedAt: f.instant,
  orderNo: z.string(),
  companyId: f.id,
  companyName: z.string(),
  type: orderType.schema,
  /** Names of the goods for display. */
  goodsNames: z.string(),
  totalFen: fen,
  discountFen: fen,
  payableFen: fen,
  /** Confirmed payments; the amount due is payable − paid. */
  paidFen: fen,
  /** Registered payments awaiting audit. */
  pendingFen: fen,
  /** Refunded so far; `refundAskFen` is requested and awaits audit. */
  refundFen: fen,
  refundAskFen: fen,
  /** Where the money of the last request goes; empty for the way it came. */
  refundPayee: z.string(),
  refundBank: z.string(),
  refundAccount: z.string(),
  /** Signed URL, valid for ten minutes. */
  refundVoucherUrl: z.string(),
  contractNo: z.string(),
  /** Signed URL, valid for ten minutes. */
  contractUrl: z.string(),
  status: orderStatus.schema,
  payMethod: payMethod.schema,
  /** Null for an order created by a customer. */
  createdBy: z.nullable(f.id),
  createdByName: z.string(),
  /** Who registered the payment or requested the refund that awaits audit; may not be its auditor. */
  submittedBy: z.nullable(f.id),
  /** Stays after the audit; empty where nobody has submitted anything, or has withdrawn it. */
  submittedByName: z.string(),
  auditorName: z.string(),
  auditedAt: z.nullable(f.instant),
  auditRemark: z.string(),
  /** Arrival of the last confirmed payment. */
  paidAt: z.nullable(f.instant),
  /** Reason for the cancellation or refund. */
  closeReason: z.string(),
  invoiceStatus: orderInvoiceStatus.schema,
  /** On invoices that are applied for or issued, less what red invoices took back. */
  invoicedFen: fen,
  channelCodeId: z.nullable(f.id),
  channelName: z.string(),
  /** Percent at the time of the order. */
  channelRatio: z.number(),
  /** Commission on the whole payable amount without tax, computed when the order was created. */
  commissionFen: fen,
  /** The share of the commission earned by confirmed payments. */
  earnedFen: fen,
  remark: z.string(),
});
export type OrderRow = z.infer<typeof orderRow>;

export const orderDetail = z.extend(orderRow, {
  items: z.array(orderItem),
  /** The payable amount by tax rate and code, as on an invoice; adds up to payable. */
  taxLines: z.array(
    z.object({ name: z.string(), taxCode: z.string(), taxRate: taxRate.schema, amountFen: fen }),
  ),
  events: z.array(orderEvent),
  /** Why no auditor can approve it at present; empty if it can be approved, or if nothing awaits audit. */
  approvalRefusal: z.string(),
});
export type OrderDetail = z.infer<typeof orderDetail>;

const sortableFields = ["createdAt", "companyName", "payableFen", "paidFen", "paidAt"] as const;
const filters = {
  status: z.optional(anyOf(orderStatus.schema)),
  type: z.optional(orderType.schema),
  payMethod: z.optional(payMethod.schema),
  invoiceStatus: z.optional(orderInvoiceStatus.schema),
  channelCodeId: z.optional(f.id),
  companyId: z.optional(f.id),
  regionId: z.optional(f.regionId), // Of the company, as it is now.
  /**
   * Awaiting the caller's audit: not created, registered or requested for refund by the caller. Without a sort, those
   * that wait longest come first.
   */
  mine: z.optional(z.boolean()),
  minFen: z.optional(amount),
  maxFen: z.optional(amount),
  dateField: z.optional(orderDateField.schema),
};

const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;
const auditRoles = ["admin", "finance"] as const;
const versionedTarget = { id: f.id, version: f.version, requestId: f.requestId };
const transitionResult = z.object({ id: f.id, version: f.version, status: orderStatus.schema });

export const orderFieldLabels = {
  discountFen: "优惠金额",
  totalFen: word.orderTotal,
  earnedFen: word.earnedCommission,
} as const;

export const orderCalls = defineCalls({
  orderPageList: {
    host: "api",
    method: "POST",
    path: "/order/v3/pageList",
    summary: "订单列表",
    access: readRoles,
    shows: ["order", "orderPay"],
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(orderRow), {
      /** Totals of the whole result, not only this page. */
      sums: z.object({
        count: z.int(),
        payableFen: fen,
        /** All payments received, including those refunded later. */
        paidFen: fen,
        refundFen: fen,
        /** Still due: payable − paid of the orders with one of `unpaidStatuses`. */
        dueFen: fen,
      }),
      /** Counts by status, and of what awaits the caller's audit, ignoring the filters `status` and `mine`. */
      counts: z.object({
        pending: z.int(),
        auditing: z.int(),
        paid: z.int(),
        refunding: z.int(),
        refunded: z.int(),
        cancelled: z.int(),
        finished: z.int(),
        mine: z.int(),
      }),
    }),
  },
  orderOne: {
    host: "api",
    method: "GET",
    path: "/x/one/order/:id",
    summary: "订单详情",
    access: readRoles,
    comesWith: ["/order/v3/pageList"],
    params: z.object({ id: f.id }),
    data: orderDetail,
  },
  orderQuote: {
    host: "api",
    method: "POST",
    path: "/x/order/quote",
    summary: "订单试算",
    access: writeRoles,
    comesWith: ["/order/v3/create"],
    body: z.strictObject(orderFields),
    data: orderQuote,
  },
  orderCreate: {
    host: "api",
    method: "POST",
    path: "/order/v3/create",
    summary: "创建订单",
    access: writeRoles,
    audit: "order",
    body: orderCreate,
    data: orderDetail,
  },
  orderCancel: {
    host: "api",
    method: "POST",
    path: "/order/v3/cancel",
    summary: "取消订单或申请退款",
    access: writeRoles,
    audit: "order",
    // With refundFen it requests a refund; another user decides on it. Less than what is left of a paid order's money
    // leaves the order paid, with its services.
    body: z.strictObject({
      ...versionedTarget,
      reason: f.text(2, 200),
      refundFen: z.optional(amount),
      /** Required of a part of a bank transfer. */
      refundPayee: z.optional(f.optionalName(60)),
      refundBank: z.optional(f.note(60)),
      refundAccount: z.optional(f.bankNumber("账号为 40 位以内的数字、字母、空格或短横线")),
      /** Address returned by `/x/orderPay/voucher`. */
      refundVoucherUrl: z.optional(z.union([uploadUrl, z.literal("")])),
    }),
    data: transitionResult,
  },
  orderAudit: {
    host: "api",
    method: "POST",
    path: "/order/v3/financial/audit",
    summary: "财务审核",
    access: auditRoles,
    audit: "order",
    // Decides on a registered payment or a requested refund.
    body: z
      .strictObject({
        ...versionedTarget,
        pass: z.boolean(),
        remark: z.optional(f.note(200)),
        /** 代付已核实: required to approve a payment whose payer is not the company. */
        payerVerified: z.optional(z.boolean()),
      })
      .check(
        z.refine(({ pass, remark }) => pass || (remark ?? "").length >= 2, {
          path: ["remark"],
          error: "请填写驳回原因，至少 2 个字",
        }),
      ),
    data: transitionResult,
  },
  orderExport: {
    host: "api",
    method: "POST",
    path: "/order/v3/export",
    summary: "导出订单",
    access: readRoles,
    audit: "order",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
  },
});
