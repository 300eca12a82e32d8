import { expect, test } from "vitest";
import type { OrderRow } from "../../../adapters/contract/order.ts";
import { registerPayment } from "../../../src/pages/order/registerPayment.ts";

const order = {
  id: "11",
  version: 3,
  status: "pending",
  orderNo: "DD20260302000001",
  companyName: "晴川低空",
  payMethod: "bank",
  payableFen: 778_150,
  paidFen: 500_000,
} as unknown as OrderRow;

test.each<readonly [typed: unknown, row: Partial<OrderRow>, error: string | null]>([
  ["2781.51", {}, "登记金额不能超过待付金额 2781.50 元"],
  [99_999_999, {}, "登记金额不能超过待付金额 2781.50 元"],
  ["2781.5", {}, null],
  [0.01, {}, null],
  [0, {}, "金额应大于 0"],
  [99_999_999, { paidFen: null }, null],
])("an amount of %s of an order with %o is refused at the field with: %s", (typed, row, error) => {
  if (!("form" in registerPayment)) throw new Error("the registration has no form");
  const { form } = registerPayment;
  const field = form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === "amountFen");
  if (!field) throw new Error("the registration has no amount");
  const changed = { ...order, ...row };
  expect(
    form.validate(field, typed, changed) ??
      form.validateTogether?.(field, { amountFen: typed }, changed) ??
      null,
  ).toBe(error);
});
