import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderDetail } from "../../adapters/contract/order.ts";
import { orderStatusMachine } from "../../machines/status/order.ts";
import { type OrderRecord, orders } from "../../server/db/schema/order.ts";
import { tidyOrders } from "../../server/modules/order/tidyOrders.ts";
import { type TestPlatform, testPlatform } from "../platform.ts";
import type { Answered } from "../send.ts";
import { type OrderLine, orderLines } from "../spec/orderTable.ts";
import { type TableRole, tableRoles } from "../spec/statusTable.ts";
import { type DataFactory, dataFactory } from "./dataFactory.ts";
import { type Colleague, dataOf, type MadeGoods, type OrderDesk, orderDesk } from "./orderDesk.ts";

let on: TestPlatform;
let desk: OrderDesk;
let make: DataFactory;
let goods: MadeGoods;
let creator: Colleague;
let registrar: Colleague;
let auditor: Colleague;
let actors: Record<TableRole, Colleague>;
beforeAll(async () => {
  on = await testPlatform();
  desk = await orderDesk(on);
  make = await dataFactory(on);
  goods = await desk.goods({ priceFen: 120_000, months: 12 });
  creator = await desk.colleague("admin");
  registrar = await desk.colleague("admin");
  auditor = await desk.colleague("finance");
  actors = {
    admin: await desk.colleague("admin"),
    operator: await desk.colleague("operator"),
    finance: await desk.colleague("finance"),
    maintainer: await desk.colleague("maintainer"),
    duty: await desk.colleague("duty"),
  };
});
afterAll(() => on.close());

const setTo = async (id: string, fields: Partial<OrderRecord>) => {
  await on.db.update(orders).set(fields).where(eq(orders.id, id));
  return desk.record(id);
};

const created = async (type: "new" | "trial" = "new") => {
  const company = await make.company();
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return dataOf<OrderDetail>(await desk.create(creator.headers, { companyId: company.id, type, items }));
};
const registered = async (order: { id: string }, amountFen?: number) => {
  const record = await desk.record(order.id);
  dataOf(await desk.register(registrar.headers, record, amountFen ? { amountFen } : {}));
  return desk.record(order.id);
};
const approved = async (order: OrderRecord) => {
  dataOf(await desk.audit(auditor.headers, order, { pass: true }));
  return desk.record(order.id);
};
const partlyPaid = async () => approved(await registered(await created(), 50_000));
const paid = async () => approved(await registered(await created()));
const asked = async (order: OrderRecord) => {
  dataOf(await desk.cancel(creator.headers, order, order.paidFen));
  return desk.record(order.id);
};

/** An order in each state of the table, brought there by the calls; only an invoice is written in. */
const states: Readonly<Record<string, () => Promise<OrderRecord>>> = {
  待支付: async () => desk.record((await created()).id),
  "待支付（开票中）": async () => setTo((await created()).id, { invoiceStatus: "applied" }),
  "待支付（已开票）": async () => setTo((await created()).id, { invoiceStatus: "issued" }),
  部分付款: partlyPaid,
  待审核: async () => registered(await created()),
  "待审核（不足额）": async () => registered(await created(), 119_999),
  "待审核（尾款）": async () => registered(await partlyPaid()),
  "待审核（试用）": async () => desk.record((await created("trial")).id),
  已支付: paid,
  "已支付（已开票）": async () => setTo((await paid()).id, { invoiceStatus: "issued" }),
  退款中: async () => asked(await paid()),
  "退款中（部分付款）": async () => asked(await partlyPaid()),
  "退款中（开票中）": async () => setTo((await asked(await paid())).id, { invoiceStatus: "applied" }),
  "退款中（已开票）": async () => setTo((await asked(await paid())).id, { invoiceStatus: "issued" }),
  已退款: async () => approved(await asked(await paid())),
  已取消: async () => {
    const order = await created();
    dataOf(await desk.cancel(creator.headers, order));
    return desk.record(order.id);
  },
  已完成: async () => {
    const order = await paid();
    await setTo(order.id, { endAt: on.clock.now() });
    await tidyOrders(on.platform);
    return desk.record(order.id);
  },
};

function act(event: string, { headers }: Colleague, order: OrderRecord): Promise<Answered> {
  switch (event) {
    case "登记回款":
      return desk.register(headers, order);
    case "审核通过":
      return desk.audit(headers, order, { pass: true });
    case "审核驳回":
      return desk.audit(headers, order, { pass: false, remark: "资料不符" });
    case "撤回登记":
      return desk.withdraw(headers, order);
    case "取消订单":
      return desk.cancel(headers, order);
    case "申请退款":
      return desk.cancel(headers, order, order.paidFen);
    default:
      throw new Error(`The table has an event ${event} of no call`);
  }
}

/** Makes the actor to the order what the table says. */
async function known(identity: string, { id }: Colleague, order: OrderRecord): Promise<OrderRecord> {
  if (identity === "创建人")
    return setTo(order.id, { createdBy: id, ...(order.submittedBy ? { submittedBy: id } : {}) });
  return identity === "他人" ? order : setTo(order.id, { submittedBy: id });
}

const stateOf = async (id: string) => orderStatusMachine.label(await desk.record(id));

async function inState(state: string): Promise<OrderRecord> {
  const make = states[state];
  if (!make) throw new Error(`The table has a state ${state} of no recipe`);
  const order = await make();
  expect(state.startsWith(orderStatusMachine.label(order)), `${state} is ${order.status}`).toBe(true);
  return order;
}

/** What each role's attempt comes to: the state that is reached, 拒绝 or 无权限. */
async function attempts({ state, event, identity }: OrderLine): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  let order = await inState(state);
  for (const role of tableRoles) {
    const actor = actors[role];
    order = await known(identity, actor, order);
    const { body } = await act(event, actor, order);
    const after = await desk.record(order.id);
    const refused = body.state === -1 ? "拒绝" : "无权限";
    results[role] = body.state === 0 ? orderStatusMachine.label(after) : refused;
    if (body.state === 0) order = await inState(state);
    else if (after.version !== order.version || after.status !== order.status) results[role] += "，但有变化";
  }
  return results;
}

/** The state that the clock brings an order to, or 拒绝. */
async function byClock({ state, event }: OrderLine): Promise<string> {
  const order = await inState(state);
  const month = 30 * 86_400_000;
  const longAgo = new Date(on.clock.now().getTime() - month);
  await setTo(order.id, event === "逾期未付" ? { statusAt: longAgo } : { endAt: on.clock.now() });
  await tidyOrders(on.platform);
  const after = await desk.record(order.id);
  return after.version === order.version ? "拒绝" : orderStatusMachine.label(after);
}

describe("the order table, written by hand from the contract, and the server", () => {
  test.each(orderLines.map((line) => [line.state, line.event, line.identity || "系统", line] as const))(
    "%s, %s, %s",
    async (_state, _event, identity, line) => {
      const { system, ...byRole } = line.results;
      if (identity === "系统") expect(await byClock(line)).toBe(system);
      else expect(await attempts(line)).toEqual(byRole);
    },
  );

  test("no order moves by the clock a moment early", async () => {
    const order = await inState("待支付");
    const month = 30 * 86_400_000;
    await setTo(order.id, { statusAt: new Date(on.clock.now().getTime() - month + 1) });
    await tidyOrders(on.platform);
    expect(await stateOf(order.id)).toBe("待支付");
    const running = await inState("已支付");
    await setTo(running.id, { endAt: new Date(on.clock.now().getTime() + 1) });
    await tidyOrders(on.platform);
    expect(await stateOf(running.id)).toBe("已支付");
  });

  test("a refusal names the state", async () => {
    const order = await inState("已取消");
    const { body } = await desk.register(registrar.headers, order);
    expect(body.message).toBe("订单当前状态为「已取消」，不能登记回款");
    const invoiced = await inState("已支付（已开票）");
    const refund = await desk.cancel(registrar.headers, invoiced, invoiced.paidFen);
    expect(refund.body.message).toBe("该订单已开具发票，请先红冲");
  });
});
