import { expect, test } from "vitest";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { approvalEffect, rejectionEffect } from "../../../src/pages/order/orderAuditForms.ts";
import { refundOrder } from "../../../src/pages/order/orderCloseActions.ts";

const order: OrderRow = {
  id: "9223372036854775807",
  version: 3,
  createdAt: "2026-03-02T02:00:00.000Z",
  updatedAt: "2026-03-02T02:00:00.000Z",
  orderNo: "DD20260302000001",
  companyId: "1",
  companyName: "云鹰航空",
  type: "new",
  goodsNames: "年包",
  totalFen: 120_000,
  discountFen: 0,
  payableFen: 120_000,
  paidFen: 120_000,
  pendingFen: 0,
  refundFen: 0,
  refundAskFen: 0,
  refundPayee: "",
  refundBank: "",
  refundAccount: "",
  refundVoucherUrl: "",
  contractNo: "",
  contractUrl: "",
  status: "paid",
  payMethod: "bank",
  createdBy: "2",
  createdByName: "运营乙",
  submittedBy: null,
  submittedByName: "",
  auditorName: "财务丙",
  auditedAt: null,
  auditRemark: "",
  paidAt: null,
  closeReason: "",
  invoiceStatus: "none",
  invoicedFen: 0,
  channelCodeId: null,
  channelName: "",
  channelRatio: 0,
  commissionFen: 0,
  earnedFen: 0,
  remark: "",
};
const free = { totalFen: 0, payableFen: 0, paidFen: 0 };

test.each<readonly [name: string, change: Partial<OrderRow>, offered: boolean]>([
  ["paid", {}, true],
  ["paid and free", free, true],
  ["a running trial", { ...free, type: "trial" }, true],
  ["partly paid", { status: "pending", paidFen: 1 }, true],
  ["unpaid", { status: "pending", paidFen: 0 }, false],
  ["free and awaiting its audit", { ...free, status: "auditing" }, false],
  ["free and rejected", { ...free, status: "pending" }, false],
  ["finished", { status: "finished" }, false],
])("decides whether an order that is %s can be refunded", (_name, change, offered) => {
  expect(refundOrder.isApplicable?.({ ...order, ...change }, "1")).toBe(offered);
});

test.each<readonly [name: string, change: Partial<OrderRow>, refundFen: unknown, needsAccount: boolean]>([
  ["a part of a bank transfer", {}, "300", true],
  ["the last fen but one", {}, 1199.99, true],
  ["all of it", {}, 1200, false],
  ["all that an earlier refund left", { refundFen: 20_000 }, "1000", false],
  ["a part of what was paid otherwise", { payMethod: "wechat" }, "300", false],
])("marks payee, bank and account as required for %s only where one goes back", (...row) => {
  const [, change, refundFen, needsAccount] = row;
  if (!("form" in refundOrder)) throw new Error("the refund has no form");
  const { form } = refundOrder;
  const changed = { ...order, ...change };
  const values = { refundFen, refundPayee: "云鹰航空", refundBank: "", refundAccount: " " };
  const fields = form.sections.flatMap((section) => section.fields);
  expect(fields.filter((field) => form.isRequired(field, changed, values)).map(({ name }) => name)).toEqual(
    needsAccount ? ["refundPayee", "refundBank", "refundAccount", "reason"] : ["reason"],
  );
  expect(fields.map((field) => form.validateTogether?.(field, values, changed)).filter(Boolean)).toEqual(
    needsAccount ? ["请输入收款开户行", "请输入收款账号"] : [],
  );
});

test.each<readonly [name: string, change: Partial<OrderRow>, refundFen: unknown, error: string | null]>([
  ["more than was paid", {}, 1200.01, "退款金额应大于 0，且不超过可退的 1200.00 元"],
  ["more than is left", { refundFen: 20_000 }, "1000.01", "退款金额应大于 0，且不超过可退的 1000.00 元"],
  ["less than nothing", {}, -5, "退款金额应大于 0，且不超过可退的 1200.00 元"],
  ["nothing", {}, 0, "退款金额应大于 0，且不超过可退的 1200.00 元"],
  ["nothing of an order that is free", free, 0, null],
  ["a part of a part", { status: "pending", paidFen: 60_000 }, 599, "部分付款的订单只能全额退款"],
  ["all of a part", { status: "pending", paidFen: 60_000 }, 600, null],
  ["no amount", {}, "", "请填写退款金额"],
  ["an amount that the role may not see", { paidFen: null, refundFen: null }, 5, null],
  ["no amount where none is known", { paidFen: null, refundFen: null }, "", "请填写退款金额"],
])("says at the amount why %s cannot be refunded", (_name, change, refundFen, error) => {
  if (!("form" in refundOrder)) throw new Error("the refund has no form");
  const { form } = refundOrder;
  const field = form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === "refundFen");
  if (!field) throw new Error("the refund has no amount");
  const row = { ...order, ...change };
  expect(form.validate(field, refundFen, row) ?? form.validateTogether?.(field, { refundFen }, row)).toBe(
    error,
  );
});

test("where what was paid is not known no amount is filled in or said to be left", () => {
  if (!("form" in refundOrder)) throw new Error("the refund has no form");
  const unknown = { ...order, paidFen: null, refundFen: null };
  expect(refundOrder.form.getValues(unknown)).toMatchObject({ refundFen: "" });
  expect(refundOrder.form.getValues(order)).toMatchObject({ refundFen: 1200 });
  expect(refundOrder.form.consequence?.(unknown)).toContain("已付 -，可退 -，");
});

test("the effects of an audit leave open what depends on amounts that are not known", () => {
  const unknown = { ...order, payableFen: null, paidFen: null, pendingFen: null, refundAskFen: null };
  const auditing = { ...unknown, status: "auditing" } as const;
  const refunding = { ...unknown, status: "refunding" } as const;
  expect([approvalEffect(auditing), approvalEffect(refunding), rejectionEffect(refunding)]).toEqual([
    "通过后确认到账 -；付清后订单变为已支付，并开通下列服务。",
    "通过后退回 -；全部退回时订单变为已退款，已开通的服务立即终止，只退一部分时订单保持已支付。",
    "驳回后不退款，订单回到申请前的状态，服务不受影响。",
  ]);
});

test("asks before it discards what was typed: an account is long", () => {
  expect("form" in refundOrder && refundOrder.form.asksBeforeDiscard).toBe(true);
});

test("shows a colleague's changes only while the order can still be refunded", () => {
  const parse = (data: object) => ("form" in refundOrder ? refundOrder.form.parseCurrent(data) : undefined);
  expect(parse({ ...order, version: 4, remark: "已联系客户" })).toMatchObject({ remark: "已联系客户" });
  expect(parse({ ...order, version: 4, status: "refunding" })).toBeNull();
  expect(parse({ ...order, version: 4, invoiceStatus: "issued", invoicedFen: 120_000 })).toBeNull();
});
