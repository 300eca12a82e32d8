import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { orderStatus, payMethod } from "./order.ts";
import { uploadUrl } from "./upload.ts";

export const orderPayStatus = defineEnum("order_pay_status", {
  pending: ["待审核", "blue"],
  confirmed: ["已到账", "green"],
  rejected: ["已驳回", "red"],
  closed: ["已关闭", "gray"],
  refunded: ["已退款", "gray"],
});

/** Largest voucher (picture or PDF) in bytes. */
export const voucherMaxBytes = 10 * 1024 * 1024;
export const voucherTypes = ["image/png", "image/jpeg", "image/webp", "application/pdf"] as const;

/** A payment of an order. */
export const orderPayRow = z.object({
  id: f.id,
  orderId: f.id,
  createdAt: f.instant,
  payNo: z.string(),
  method: payMethod.schema,
  bankName: z.string(),
  bankSerialNo: z.string(),
  /** Null where the role may not see amounts. */
  amountFen: z.nullable(z.int()),
  payerName: z.string(),
  /** Whether the payer is not the company; approval then requires 代付已核实. */
  payerDiffers: z.boolean(),
  payerVerified: z.boolean(),
  /** Signed URL, valid for ten minutes; empty for none. */
  voucherUrl: z.string(),
  paidAt: f.instant,
  status: orderPayStatus.schema,
  registeredBy: z.nullable(f.id),
  registeredByName: z.string(),
  auditorName: z.string(),
  auditedAt: z.nullable(f.instant),
  auditRemark: z.string(),
});
export type OrderPayRow = z.infer<typeof orderPayRow>;

const registerRoles = ["admin", "operator", "finance"] as const;
const transitionResult = z.object({ id: f.id, version: f.version, status: orderStatus.schema });

export const orderPayCalls = defineCalls({
  orderPayForOrder: {
    host: "api",
    method: "GET",
    path: "/orderPay/forOrderId/:id",
    summary: "订单支付记录",
    access: registerRoles,
    params: z.object({ id: f.id }),
    data: z.array(orderPayRow),
  },
  orderPayRegister: {
    host: "api",
    method: "PUT",
    path: "/order/v3/pay/updateBankName",
    summary: "登记回款",
    access: registerRoles,
    audit: "orderPay",
    body: z.strictObject({
      /** The order's id. */
      id: f.id,
      version: f.version,
      requestId: f.requestId,
      bankName: f.text(2, 40),
      /** Default: the amount due. */
      amountFen: z.optional(z.int("金额应精确到分").check(z.minimum(1, "金额应大于 0"))),
      bankSerialNo: z.optional(
        z.string().check(z.trim(), z.regex(/^[0-9A-Za-z-]{0,40}$/, "流水号为 40 位以内的字母、数字或短横线")),
      ),
      /** Default: the company. */
      payerName: z.optional(f.note(60)),
      /** Default: now. */
      paidAt: z.optional(f.instant),
      voucherUrl: z.optional(z.union([uploadUrl, z.literal("")])),
    }),
    data: transitionResult,
  },
  orderPayWithdraw: {
    host: "api",
    method: "POST",
    path: "/x/orderPay/withdraw",
    summary: "撤回回款登记",
    access: registerRoles,
    audit: "orderPay",
    // Allowed until the audit, for whoever registered it; for an order without registration, for its creator.
    body: z.strictObject({ id: f.id, version: f.version, requestId: f.requestId }),
    data: transitionResult,
  },
  orderPayVoucher: {
    host: "api",
    method: "POST",
    path: "/x/orderPay/voucher",
    summary: "上传付款凭证",
    access: registerRoles,
    audit: "orderPay",
    kind: "multipart",
    maxBytes: voucherMaxBytes,
    // `url` is sent with a registration or order; `previewUrl` is signed, for immediate display.
    data: z.object({ url: z.string(), previewUrl: z.string(), contentType: z.enum(voucherTypes) }),
  },
});
