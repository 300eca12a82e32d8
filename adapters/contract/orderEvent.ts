import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import * as f from "./fields.ts";
import * as word from "./words.ts";

/** A partly paid `pending` order is shown as 部分付款. */
export const orderStatus = defineEnum("order_status", {
  pending: ["待支付", "orange"],
  auditing: ["待审核", "blue"],
  paid: ["已支付", "green"],
  refunding: ["退款中", "violet"],
  refunded: ["已退款", "gray"],
  cancelled: ["已取消", "gray"],
  finished: ["已完成", "teal"],
});
export type OrderStatus = z.infer<typeof orderStatus.schema>;

/** Orders that still owe what they are not paid: 未付 of a company and of the list. */
export const unpaidStatuses: readonly OrderStatus[] = ["pending", "auditing"];

export const orderEventKind = defineEnum("order_event", {
  create: word.createOrder,
  register: word.registerPayment,
  approve: "审核通过",
  reject: "审核驳回",
  withdraw: "撤回登记",
  cancel: "取消订单",
  expire: "超期自动取消",
  askRefund: "申请退款",
  approveRefund: "退款通过",
  rejectRefund: "退款驳回",
  finish: "服务到期完成",
  applyInvoice: word.applyForInvoice,
  issueInvoice: "开具发票",
  rejectInvoice: "驳回开票",
  withdrawInvoice: "撤回开票",
  reverseInvoice: "发起红冲",
  redInvoice: "红冲完成",
  refuseRed: "红冲未通过",
});

/** One step in an order's history. */
export const orderEvent = z.object({
  id: f.id,
  at: f.instant,
  kind: orderEventKind.schema,
  /** Empty for actions of the platform itself. */
  byName: z.string(),
  remark: z.string(),
  /** Null where the role may not see it. */
  amountFen: z.nullable(z.int()),
  /** Signed address of the document of a refund request; empty without one. */
  voucherUrl: z.string(),
  status: orderStatus.schema,
});
