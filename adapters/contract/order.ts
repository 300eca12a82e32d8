import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { orderItem, orderQuote } from "./orderItem.ts";
import { exportRequest, pageRequest, pageResponse } from "./page.ts";
import { taxRate } from "./service.ts";
import { uploadUrl } from "./upload.ts";

export const orderType = defineEnum("order_type", {
  new: "新购",
  renew: "续费",
  expand: "增购",
  trial: "试用",
});
/** `pending` with something paid is shown as 部分付款. */
export const orderStatus = defineEnum("order_status", {
  pending: ["待支付", "orange"],
  auditing: ["待审核", "blue"],
  paid: ["已支付", "green"],
  refunding: ["退款中", "violet"],
  refunded: ["已退款", "gray"],
  cancelled: ["已取消", "gray"],
  finished: ["已完成", "teal"],
});
/** The last two arrive paid, from the customers' side; the console makes orders by transfer only. */
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
/** Which date `from` and `to` are about. */
export const orderDateField = defineEnum("order_date_field", { created: "创建时间", paid: "到账时间" });

/** Goods that one order can hold. */
export const maxOrderItems = 20;
/** Discount in percent of the total that only an admin may go beyond. */
export const freeDiscountPercent = 10;

const amount = z
  .int("金额应精确到分")
  .check(z.minimum(0, "金额不能为负数"), z.maximum(1_000_000_000_000, "金额不能超过 100 亿元"));

const orderFields = {
  companyId: f.id,
  type: orderType.schema,
  items: z
    .array(
      z.strictObject({
        goodsId: f.id,
        quantity: z.int("数量应为整数").check(z.minimum(1, "数量至少为 1"), z.maximum(9999, "数量最多 9999")),
        /** A trial runs 30 days whatever is said here. */
        months: z.int("应为整数").check(z.minimum(1, "至少 1 个月"), z.maximum(120, "最多 120 个月")),
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
  /** At most the total; a trial costs nothing whatever is said here. */
  discountFen: z._default(amount, 0),
};

/** What the create form sends; the server computes every amount. */
export const orderCreate = z.strictObject({
  ...orderFields,
  payMethod: z._default(payMethod.schema, "bank"),
  contractNo: z.optional(f.note(40)),
  /** Where `/x/orderPay/voucher` has put the contract. */
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
  /** Names of the goods, for a glance. */
  goodsNames: z.string(),
  totalFen: fen,
  discountFen: fen,
  payableFen: fen,
  /** Confirmed; what is still due is payable − paid. */
  paidFen: fen,
  /** Registered, waiting for the audit. */
  pendingFen: fen,
  refundFen: fen,
  contractNo: z.string(),
  /** Signed, good for ten minutes. */
  contractUrl: z.string(),
  status: orderStatus.schema,
  payMethod: payMethod.schema,
  /** Null for an order that a customer made. */
  createdBy: z.nullable(f.id),
  createdByName: z.string(),
  /** Who registered the payment, or asked for the refund, that waits for its audit; never its auditor. */
  submittedBy: z.nullable(f.id),
  submittedByName: z.string(),
  auditorName: z.string(),
  auditedAt: z.nullable(f.instant),
  auditRemark: z.string(),
  /** When the last confirmed payment arrived. */
  paidAt: z.nullable(f.instant),
  /** Why it was cancelled or is to be refunded. */
  closeReason: z.string(),
  invoiceStatus: orderInvoiceStatus.schema,
  channelCodeId: z.nullable(f.id),
  channelName: z.string(),
  /** Percent, as it was when the order was made. */
  channelRatio: z.number(),
  /** Commission on the whole payable amount without tax, computed when the order was made. */
  commissionFen: fen,
  /** The part of it earned by confirmed money. */
  earnedFen: fen,
  remark: z.string(),
});
export type OrderRow = z.infer<typeof orderRow>;

export const orderEventKind = defineEnum("order_event", {
  create: "创建订单",
  register: "登记回款",
  approve: "审核通过",
  reject: "审核驳回",
  withdraw: "撤回登记",
  cancel: "取消订单",
  expire: "超期自动取消",
  askRefund: "申请退款",
  approveRefund: "退款通过",
  rejectRefund: "退款驳回",
  finish: "服务到期完成",
});

/** One step of an order's life. */
export const orderEvent = z.object({
  id: f.id,
  at: f.instant,
  kind: orderEventKind.schema,
  /** Empty for what the platform did by itself. */
  byName: z.string(),
  remark: z.string(),
  amountFen: fen,
  status: orderStatus.schema,
});

export const orderDetail = z.extend(orderRow, {
  items: z.array(orderItem),
  /** The payable amount by tax rate and code, as an invoice will show it; adds up to payable. */
  taxLines: z.array(
    z.object({ name: z.string(), taxCode: z.string(), taxRate: taxRate.schema, amountFen: fen }),
  ),
  events: z.array(orderEvent),
  /** Why it cannot be approved as things stand, whoever audits it; empty where it can, and where nothing waits. */
  approvalRefusal: z.string(),
});
export type OrderDetail = z.infer<typeof orderDetail>;

const sortableFields = ["createdAt", "companyName", "payableFen", "paidFen", "paidAt"] as const;
const filters = {
  status: z.optional(orderStatus.schema),
  type: z.optional(orderType.schema),
  payMethod: z.optional(payMethod.schema),
  invoiceStatus: z.optional(orderInvoiceStatus.schema),
  channelCodeId: z.optional(f.id),
  companyId: z.optional(f.id),
  /** Waits for one's audit: what one has neither made, registered nor asked for oneself. */
  mine: z.optional(z.boolean()),
  minFen: z.optional(amount),
  maxFen: z.optional(amount),
  dateField: z.optional(orderDateField.schema),
};

const readRoles = ["admin", "operator", "finance"] as const;
const writeRoles = ["admin", "operator"] as const;
const auditRoles = ["admin", "finance"] as const;
const versionedTarget = { id: f.id, version: f.version, requestId: f.requestId };
/** Where the record is and what has become of it. */
const transitionResult = z.object({ id: f.id, version: f.version, status: orderStatus.schema });

export const orderCalls = defineCalls({
  orderPageList: {
    host: "api",
    method: "POST",
    path: "/order/v3/pageList",
    summary: "订单列表",
    access: readRoles,
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(orderRow), {
      /** Of the whole result. */
      sums: z.object({
        count: z.int(),
        payableFen: fen,
        /** All that has arrived, what was refunded later included. */
        paidFen: fen,
        refundFen: fen,
      }),
      /** Of the result without its status, and whoever it waits for. */
      counts: z.object({
        pending: z.int(),
        auditing: z.int(),
        paid: z.int(),
        refunding: z.int(),
        refunded: z.int(),
        cancelled: z.int(),
        finished: z.int(),
      }),
    }),
  },
  orderOne: {
    host: "api",
    method: "GET",
    path: "/x/one/order/:id",
    summary: "订单详情",
    access: readRoles,
    params: z.object({ id: f.id }),
    data: orderDetail,
  },
  orderQuote: {
    host: "api",
    method: "POST",
    path: "/x/order/quote",
    summary: "订单试算",
    access: writeRoles,
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
    // With refundFen, which must be all that was paid, a refund is asked for; somebody else decides on it.
    body: z.strictObject({ ...versionedTarget, reason: f.text(2, 200), refundFen: z.optional(amount) }),
    data: transitionResult,
  },
  orderAudit: {
    host: "api",
    method: "POST",
    path: "/order/v3/financial/audit",
    summary: "财务审核",
    access: auditRoles,
    audit: "order",
    // Decides on a registered payment, or on a refund that was asked for.
    body: z
      .strictObject({
        ...versionedTarget,
        pass: z.boolean(),
        remark: z.optional(f.note(200)),
        /** 代付已核实: needed to pass a payment whose payer is not the company. */
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
