import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyCalls } from "../../adapters/contract/company.ts";
import type { OrderDetail, OrderRow } from "../../adapters/contract/order.ts";
import { companies } from "../../server/db/schema/company.ts";
import { serviceGrants } from "../../server/db/schema/serviceGrant.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import { send } from "../send.ts";
import type { DataFactory } from "./dataFactory.ts";
import { orderOffice } from "./offices.ts";
import { dataOf, type MadeGoods, type OrderDesk } from "./orderDesk.ts";

type Moved = Pick<OrderRow, "id" | "version">;
const rounds = 20;

let on: TestPlatform;
let desk: OrderDesk;
let make: DataFactory;
let goods: MadeGoods;
let admin: Headers;
let operator: Headers;
let finance: Headers;
beforeAll(async () => {
  ({ on, desk, make, goods, admin, operator, finance } = await orderOffice());
});
afterAll(() => on.close());

async function auditing(companyId: string): Promise<Moved> {
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  const made = dataOf<OrderDetail>(await desk.create(admin, { companyId, items }));
  return dataOf<Moved>(await desk.register(operator, made));
}

/** Both at once, either of them first. */
const race = (turn: number, act: () => Promise<unknown>, other: () => Promise<unknown>) =>
  turn % 2 === 0 ? Promise.all([act(), other()]) : Promise.all([other(), act()]);

test(`${rounds} times an order is approved while its company gets another name: it has both`, async () => {
  const { id } = await make.company();
  for (let turn = 0; turn < rounds; turn += 1) {
    const order = await auditing(id);
    const body = { id, version: 1 + turn, name: `第${turn}个名字`, requestId: desk.requestId() };
    await race(
      turn,
      async () => dataOf(await send(on.app, companyCalls.companyUpdate, { body }, operator)),
      async () => dataOf(await desk.audit(finance, order, { pass: true })),
    );
    expect(await desk.record(order.id)).toMatchObject({
      status: "paid",
      paidFen: 120_000,
      companyName: body.name,
      search: expect.stringContaining(body.name),
    });
  }
  const [company] = await on.db.select().from(companies).where(eq(companies.id, id));
  expect(company).toMatchObject({ version: 1 + rounds, orderAmountFen: rounds * 120_000 });
  expect(await on.db.$count(serviceGrants, eq(serviceGrants.companyId, id))).toBe(rounds);
  expect(on.faults).toEqual([]);
});

test(`${rounds} times an order is approved while its company is frozen: it is paid, the company frozen`, async () => {
  const { id } = await make.company();
  for (let turn = 0; turn < rounds; turn += 1) {
    const order = await auditing(id);
    const freeze = {
      params: { id },
      query: { to: "frozen" as const, version: 1 + 2 * turn, reason: "欠费" },
    };
    await race(
      turn,
      async () => dataOf(await send(on.app, companyCalls.companyFrozen, freeze, operator)),
      async () => dataOf(await desk.audit(finance, order, { pass: true })),
    );
    expect((await desk.record(order.id)).status).toBe("paid");
    const [company] = await on.db.select().from(companies).where(eq(companies.id, id));
    expect(company).toMatchObject({ status: "frozen", orderAmountFen: (1 + turn) * 120_000 });
    const thaw = { params: { id }, query: { to: "normal" as const } };
    dataOf(await send(on.app, companyCalls.companyFrozen, thaw, operator));
  }
  expect(on.faults).toEqual([]);
});
