import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { getRefundableFen } from "../../../adapters/contract/refundAmount.ts";
import { orderStatusMachine } from "../../../machines/status/order.ts";
import { type OrderRecord, orders } from "../../../server/db/schema/order.ts";
import { cleanupOrders } from "../../../server/modules/order/cleanupOrders.ts";
import type { CallResponse } from "../../helpers/injectCall.ts";
import { createTestPlatform } from "../../helpers/testPlatform.ts";
import { type OrderLine, orderLines } from "../../spec/orderTable.ts";
import { tableRoles } from "../../spec/statusTable.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { type Colleague, createOrderFixture, unwrapData } from "./orderFixture.ts";

const ctx = await createTestPlatform();
const fixture = await createOrderFixture(ctx);
const factory = await createDataFactory(ctx);
const goods = await fixture.createGoods({ priceFen: 120_000, months: 12 });
const creator = await fixture.createColleague("admin");
const registrar = await fixture.createColleague("admin");
const auditor = await fixture.createColleague("finance");
const actors = {
  admin: await fixture.createColleague("admin"),
  operator: await fixture.createColleague("operator"),
  finance: await fixture.createColleague("finance"),
  maintainer: await fixture.createColleague("maintainer"),
  duty: await fixture.createColleague("duty"),
};
afterAll(() => ctx.close());

const updateOrder = async (id: string, fields: Partial<OrderRecord>) => {
  await ctx.db.update(orders).set(fields).where(eq(orders.id, id));
  return fixture.getRecord(id);
};

const createOrder = async (type: "new" | "trial" = "new") => {
  const company = await factory.createCompany();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return unwrapData<OrderDetail>(
    await fixture.create(creator.headers, { companyId: company.id, type, items }),
  );
};
const registerPayment = async (order: { id: string }, amountFen?: number) => {
  const record = await fixture.getRecord(order.id);
  unwrapData(await fixture.register(registrar.headers, record, amountFen ? { amountFen } : {}));
  return fixture.getRecord(order.id);
};
const approve = async (order: OrderRecord) => {
  unwrapData(await fixture.audit(auditor.headers, order, { pass: true }));
  return fixture.getRecord(order.id);
};
const createPartlyPaid = async () => approve(await registerPayment(await createOrder(), 50_000));
const createPaid = async () => approve(await registerPayment(await createOrder()));
const requestRefund = async (order: OrderRecord, refundFen = order.paidFen) => {
  unwrapData(await fixture.cancel(creator.headers, order, refundFen));
  return fixture.getRecord(order.id);
};
const requestPartRefund = async () => requestRefund(await createPaid(), 30_000);

const issued = { invoiceStatus: "issued", invoicedFen: 120_000 } as const;
/** An issued invoice of which ¥300.00 was reversed. */
const partReversed = { ...issued, invoicedFen: 90_000 };

/** Creates an order in each state of the table by calls. Only the invoice status is written directly. */
const states: Readonly<Record<string, () => Promise<OrderRecord>>> = {
  待支付: async () => fixture.getRecord((await createOrder()).id),
  "待支付（开票中）": async () => updateOrder((await createOrder()).id, { invoiceStatus: "applied" }),
  "待支付（已开票）": async () => updateOrder((await createOrder()).id, issued),
  部分付款: createPartlyPaid,
  待审核: async () => registerPayment(await createOrder()),
  "待审核（不足额）": async () => registerPayment(await createOrder(), 119_999),
  "待审核（尾款）": async () => registerPayment(await createPartlyPaid()),
  "待审核（试用）": async () => fixture.getRecord((await createOrder("trial")).id),
  已支付: createPaid,
  "已支付（已开票）": async () => updateOrder((await createPaid()).id, issued),
  "已支付（部分红冲）": async () => updateOrder((await createPaid()).id, partReversed),
  退款中: async () => requestRefund(await createPaid()),
  "退款中（退一部分）": requestPartRefund,
  "退款中（退余下部分）": async () => requestRefund(await approve(await requestPartRefund()), 90_000),
  "退款中（退一部分、开票中）": async () =>
    updateOrder((await requestPartRefund()).id, { invoiceStatus: "applied" }),
  "退款中（退一部分、已开票）": async () => updateOrder((await requestPartRefund()).id, issued),
  "退款中（退一部分、部分红冲）": async () => updateOrder((await requestPartRefund()).id, partReversed),
  "退款中（部分付款）": async () => requestRefund(await createPartlyPaid()),
  "退款中（开票中）": async () =>
    updateOrder((await requestRefund(await createPaid())).id, { invoiceStatus: "applied" }),
  "退款中（已开票）": async () => updateOrder((await requestRefund(await createPaid())).id, issued),
  已退款: async () => approve(await requestRefund(await createPaid())),
  已取消: async () => {
    const order = await createOrder();
    unwrapData(await fixture.cancel(creator.headers, order));
    return fixture.getRecord(order.id);
  },
  已完成: async () => {
    const order = await createPaid();
    await updateOrder(order.id, { endAt: ctx.clock.now() });
    await cleanupOrders(ctx.platform);
    return fixture.getRecord(order.id);
  },
};

function performEvent(event: string, { headers }: Colleague, order: OrderRecord): Promise<CallResponse> {
  switch (event) {
    case "登记回款":
      return fixture.register(headers, order);
    case "审核通过":
      return fixture.audit(headers, order, { pass: true });
    case "审核驳回":
      return fixture.audit(headers, order, { pass: false, remark: "资料不符" });
    case "撤回登记":
      return fixture.withdraw(headers, order);
    case "取消订单":
      return fixture.cancel(headers, order);
    case "申请退款":
      return fixture.cancel(headers, order, getRefundableFen(order) || order.paidFen);
    default:
      throw new Error(`The table has an unknown event ${event}`);
  }
}

/** Makes the actor the order's creator or submitter, as the table says. */
async function assignIdentity(identity: string, { id }: Colleague, order: OrderRecord): Promise<OrderRecord> {
  if (identity === "创建人")
    return updateOrder(order.id, { createdBy: id, ...(order.submittedBy ? { submittedBy: id } : {}) });
  return identity === "他人" ? order : updateOrder(order.id, { submittedBy: id });
}

const getStateLabel = async (id: string) => orderStatusMachine.label(await fixture.getRecord(id));

async function createInState(state: string): Promise<OrderRecord> {
  const create = states[state];
  if (!create) throw new Error(`The table has an unknown state ${state}`);
  const order = await create();
  expect(state.startsWith(orderStatusMachine.label(order)), `${state} is ${order.status}`).toBe(true);
  return order;
}

/** The result of each role's attempt: the state reached, 拒绝 or 无权限. */
async function tryByRole({ state, event, identity }: OrderLine): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  let order = await createInState(state);
  for (const role of tableRoles) {
    const actor = actors[role];
    order = await assignIdentity(identity, actor, order);
    const { body } = await performEvent(event, actor, order);
    const after = await fixture.getRecord(order.id);
    const refused = body.state === -1 ? "拒绝" : "无权限";
    results[role] = body.state === 0 ? orderStatusMachine.label(after) : refused;
    if (body.state === 0) order = await createInState(state);
    else if (after.version !== order.version || after.status !== order.status) results[role] += "，但有变化";
  }
  return results;
}

/** The state of an order after its deadline, or 拒绝. */
async function tryByClock({ state, event }: OrderLine): Promise<string> {
  const order = await createInState(state);
  const month = 30 * 86_400_000;
  const longAgo = new Date(ctx.clock.now().getTime() - month);
  await updateOrder(order.id, event === "逾期未付" ? { statusAt: longAgo } : { endAt: ctx.clock.now() });
  await cleanupOrders(ctx.platform);
  const after = await fixture.getRecord(order.id);
  return after.version === order.version ? "拒绝" : orderStatusMachine.label(after);
}

describe("the server matches the order table, which is written by hand from the contract", () => {
  test.each(orderLines.map((line) => [line.state, line.event, line.identity || "系统", line] as const))(
    "%s, %s, %s",
    async (_state, _event, identity, line) => {
      const { system, ...byRole } = line.results;
      if (identity === "系统") expect(await tryByClock(line)).toBe(system);
      else expect(await tryByRole(line)).toEqual(byRole);
    },
  );

  test("no order changes state 1 ms before its deadline", async () => {
    const order = await createInState("待支付");
    const month = 30 * 86_400_000;
    await updateOrder(order.id, { statusAt: new Date(ctx.clock.now().getTime() - month + 1) });
    await cleanupOrders(ctx.platform);
    expect(await getStateLabel(order.id)).toBe("待支付");
    const running = await createInState("已支付");
    await updateOrder(running.id, { endAt: new Date(ctx.clock.now().getTime() + 1) });
    await cleanupOrders(ctx.platform);
    expect(await getStateLabel(running.id)).toBe("已支付");
  });

  test("a refusal names the state", async () => {
    const order = await createInState("已取消");
    const { body } = await fixture.register(registrar.headers, order);
    expect(body.message).toBe("订单当前状态为「已取消」，不能登记回款");
    const invoiced = await createInState("已支付（已开票）");
    const refund = await fixture.cancel(registrar.headers, invoiced, invoiced.paidFen);
    expect(refund.body.message).toBe("该订单已开具发票，请先红冲");
  });
});
