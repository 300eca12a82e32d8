import * as z from "zod/mini";
import { defineEnum } from "./defineEnum.ts";
import { defineCalls } from "./endpoint.ts";
import * as f from "./fields.ts";
import { payMethod } from "./order.ts";
import { orderStatus } from "./orderEvent.ts";
import { exportRequest, pageRequest, pageResponse, wholeList } from "./page.ts";
import { uploadUrl } from "./upload.ts";
import * as word from "./words.ts";

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

/** The bank's number of a transfer; hyphens belong to it. */
export const bankSerialNo = f.bankNumber("流水号应为 40 位以内的字母、数字或短横线");

/** A payment of an order. */
export const orderPayRow = z.object({
  id: f.id,
  orderId: f.id,
  orderNo: z.string(),
  companyId: f.id,
  companyName: z.string(),
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

/** The date that `from` and `to` filter by. */
export const orderPayDateField = defineEnum("order_pay_date_field", {
  paid: "到账时间",
  created: "登记时间",
});

const amount = z.int(word.exactToFen).check(z.minimum(0, word.notNegative));
const sortableFields = ["createdAt", "paidAt", "amountFen"] as const;
/** A keyword is searched in the bank's number, the payment's own number and the payer. */
const filters = {
  /** The payment's status; `status` would be the order's in the audit trail. */
  state: z.optional(orderPayStatus.schema),
  method: z.optional(payMethod.schema),
  companyId: z.optional(f.id),
  minFen: z.optional(amount),
  maxFen: z.optional(amount),
  dateField: z.optional(orderPayDateField.schema),
};

const registerRoles = ["admin", "operator", "finance"] as const;
const transitionResult = z.object({ id: f.id, version: f.version, status: orderStatus.schema });

export const orderPayFieldLabels = { amountFen: word.paidAmount } as const;

export const orderPayCalls = defineCalls({
  orderPayForOrder: {
    host: "api",
    method: "GET",
    path: "/orderPay/forOrderId/:id",
    summary: "订单支付记录",
    access: registerRoles,
    comesWith: ["/order/v3/pageList"],
    params: z.object({ id: f.id }),
    data: wholeList(orderPayRow),
  },
  orderPayPageList: {
    host: "api",
    method: "POST",
    path: "/x/orderPay/pageList",
    summary: "回款流水",
    access: registerRoles,
    shows: ["orderPay", "order"],
    body: pageRequest(sortableFields, filters),
    data: z.extend(pageResponse(orderPayRow), {
      /** Totals of the whole result, not only this page; `arrivedFen` is what was confirmed, later refunded or not. */
      sums: z.object({
        count: z.int(),
        amountFen: z.nullable(z.int()),
        arrivedFen: z.nullable(z.int()),
      }),
      /** Counts by status, ignoring `state`. */
      counts: z.object({
        pending: z.int(),
        confirmed: z.int(),
        rejected: z.int(),
        closed: z.int(),
        refunded: z.int(),
      }),
    }),
  },
  orderPayOne: {
    host: "api",
    method: "GET",
    path: "/x/one/orderPay/:id",
    summary: "回款详情",
    access: registerRoles,
    comesWith: ["/x/orderPay/pageList"],
    params: z.object({ id: f.id }),
    data: orderPayRow,
  },
  orderPayExport: {
    host: "api",
    method: "POST",
    path: "/x/orderPay/export",
    summary: "导出回款流水",
    access: registerRoles,
    audit: "orderPay",
    kind: "blob",
    body: exportRequest(sortableFields, filters),
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
      bankName: f.name(2, 40),
      /** Default: the amount due. */
      amountFen: z.optional(z.int(word.exactToFen).check(z.minimum(1, word.aboveZero))),
      bankSerialNo: z.optional(bankSerialNo),
      /** Default: the company. */
      payerName: z.optional(f.optionalName(60)),
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
    summary: "上传凭证",
    access: registerRoles,
    comesWith: ["/order/v3/pay/updateBankName"],
    audit: "orderPay",
    kind: "multipart",
    maxBytes: voucherMaxBytes,
    // `url` is sent with a registration or order; `previewUrl` is signed, for immediate display.
    data: z.object({ url: z.string(), previewUrl: z.string(), contentType: z.enum(voucherTypes) }),
  },
});
