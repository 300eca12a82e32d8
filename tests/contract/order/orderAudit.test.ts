import { desc } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "./orderFixture.ts";

const { ctx, fixture, factory, goods, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

async function createOrder() {
  const { id: companyId } = await factory.createCompany();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return unwrapData<OrderDetail>(await fixture.create(await ctx.loginAs("admin"), { companyId, items }));
}

async function getLastAudit() {
  const [row] = await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
}

test("the audit trail has a registered transfer as it was entered", async () => {
  const order = await createOrder();
  const typed = { bankName: "招商银行", bankSerialNo: "CMB-2026-77", payerName: "别家公司" };
  unwrapData(await fixture.register(operator, order, typed));
  expect(await getLastAudit()).toMatchObject({
    entityId: order.id,
    after: { status: "auditing", pay: { ...typed, amountFen: 120_000, voucherUrl: "" } },
  });
});

test("the audit trail has the approved transfer, and that its payer was verified", async () => {
  const order = await createOrder();
  const sent = unwrapData<OrderState>(await fixture.register(operator, order, { payerName: "别家公司" }));
  unwrapData(await fixture.audit(finance, sent, { pass: true, payerVerified: true }));
  const [pay] = await fixture.getPayments(order.id);
  expect(await getLastAudit()).toMatchObject({
    after: { status: "paid", pay: { id: pay?.id, payNo: pay?.payNo, payerVerified: true } },
  });
});

test("the refusal of a second decision tells who has decided, when and how", async () => {
  const order = unwrapData<OrderState>(await fixture.register(operator, await createOrder()));
  const { name } = ctx.staff.finance;
  const at = "2026-03-02 10:00";
  unwrapData(await fixture.audit(finance, order, { pass: true }));
  const admin = await ctx.loginAs("admin");
  const { body } = await fixture.audit(admin, order, { pass: false, remark: "资料不符" });
  expect(body).toMatchObject({ state: -5, message: `该订单已由 ${name} 于 ${at} 通过，不用再审核` });
  const withdrawn = await fixture.withdraw(operator, order);
  expect(withdrawn.body.message).toBe(`该订单已由 ${name} 于 ${at} 通过，不能撤回登记`);
  const paid = await fixture.getRecord(order.id);
  const request = unwrapData<OrderState>(await fixture.cancel(operator, paid, paid.paidFen));
  unwrapData(await fixture.audit(admin, request, { pass: false, remark: "服务已使用" }));
  const late = await fixture.audit(finance, request, { pass: true });
  expect(late.body.message).toBe(`该订单已由 ${ctx.staff.admin.name} 于 ${at} 驳回，不用再审核`);
});

test.each([true, false])("an order tells who submitted what was decided on, passed: %s", async (pass) => {
  const sent = unwrapData<OrderState>(await fixture.register(operator, await createOrder()));
  unwrapData(await fixture.audit(finance, sent, { pass, remark: "资料不符" }));
  expect(await fixture.getRecord(sent.id)).toMatchObject({
    submittedBy: null,
    submittedByName: ctx.staff.operator.name,
    auditorName: ctx.staff.finance.name,
  });
});

test.each([
  ["rejected", (order: OrderState) => fixture.audit(finance, order, { pass: false, remark: "流水查无此笔" })],
  ["withdrawn", (order: OrderState) => fixture.withdraw(operator, order)],
])("the audit trail has the transfer that was %s", async (_, act) => {
  const order = await createOrder();
  unwrapData(await act(unwrapData<OrderState>(await fixture.register(operator, order))));
  const [pay] = await fixture.getPayments(order.id);
  expect(await getLastAudit()).toMatchObject({
    entityId: order.id,
    after: { pay: { id: pay?.id, payNo: pay?.payNo } },
  });
});

test("the audit trail has the grants of other orders that a refund has rescheduled", async () => {
  const { id: companyId } = await factory.createCompany();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  const first = await fixture.createPaid({ companyId, items });
  const second = await fixture.createPaid({ companyId, items, type: "renew" });
  const refundRequest = unwrapData<OrderState>(await fixture.cancel(operator, first, first.paidFen));
  unwrapData(await fixture.audit(finance, refundRequest, { pass: true }));
  expect(await getLastAudit()).toMatchObject({
    entityId: first.id,
    after: { moved: [{ orderNo: second.orderNo, startAt: ctx.clock.now().toISOString() }] },
  });
});
