import { desc } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrderDetail, OrderRow } from "../../adapters/contract/order.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import type { DataFactory } from "./dataFactory.ts";
import { orderOffice } from "./offices.ts";
import { dataOf, type MadeGoods, type OrderDesk } from "./orderDesk.ts";

let on: TestPlatform;
let desk: OrderDesk;
let make: DataFactory;
let goods: MadeGoods;
let operator: Headers;
let finance: Headers;
beforeAll(async () => {
  ({ on, desk, make, goods, operator, finance } = await orderOffice());
});
afterAll(() => on.close());

type Moved = Pick<OrderRow, "id" | "version" | "status">;

async function created() {
  const { id: companyId } = await make.company();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return dataOf<OrderDetail>(await desk.create(await on.as("admin"), { companyId, items }));
}

async function lastAudited() {
  const [row] = await on.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
}

test("the audit trail tells a registered transfer as it was typed", async () => {
  const order = await created();
  const typed = { bankName: "招商银行", bankSerialNo: "CMB-2026-77", payerName: "别家公司" };
  dataOf(await desk.register(operator, order, typed));
  expect(await lastAudited()).toMatchObject({
    entityId: order.id,
    after: { status: "auditing", pay: { ...typed, amountFen: 120_000, voucherUrl: "" } },
  });
});

test("the audit trail tells which transfer was approved, and that its payer was verified", async () => {
  const order = await created();
  const sent = dataOf<Moved>(await desk.register(operator, order, { payerName: "别家公司" }));
  dataOf(await desk.audit(finance, sent, { pass: true, payerVerified: true }));
  const [pay] = await desk.pays(order.id);
  expect(await lastAudited()).toMatchObject({
    after: { status: "paid", pay: { id: pay?.id, payNo: pay?.payNo, payerVerified: true } },
  });
});

test.each([
  ["rejected", (order: Moved) => desk.audit(finance, order, { pass: false, remark: "流水查无此笔" })],
  ["taken back", (order: Moved) => desk.withdraw(operator, order)],
])("the audit trail tells which transfer was %s", async (_, act) => {
  const order = await created();
  dataOf(await act(dataOf<Moved>(await desk.register(operator, order))));
  const [pay] = await desk.pays(order.id);
  expect(await lastAudited()).toMatchObject({
    entityId: order.id,
    after: { pay: { id: pay?.id, payNo: pay?.payNo } },
  });
});

test("the audit trail tells which services of other orders a refund has moved", async () => {
  const { id: companyId } = await make.company();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  const first = await desk.paid({ companyId, items });
  const second = await desk.paid({ companyId, items, type: "renew" });
  const asked = dataOf<Moved>(await desk.cancel(operator, first, first.paidFen));
  dataOf(await desk.audit(finance, asked, { pass: true }));
  expect(await lastAudited()).toMatchObject({
    entityId: first.id,
    after: { moved: [{ orderNo: second.orderNo, startAt: on.clock.now().toISOString() }] },
  });
});
