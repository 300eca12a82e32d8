/** @module-tag full */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import type { RequestHeaders, TestPlatform } from "../../helpers/testPlatform.ts";
import type { DataFactory } from "../fixtures/createDataFactory.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type GoodsFixture, type OrderFixture, type OrderState, unwrapData } from "../order/orderFixture.ts";

const rounds = 20;

let ctx: TestPlatform;
let fixture: OrderFixture;
let factory: DataFactory;
let goods: GoodsFixture;
let admin: RequestHeaders;
let operator: RequestHeaders;
let finance: RequestHeaders;
beforeAll(async () => {
  ({ ctx, fixture, factory, goods, admin, operator, finance } = await setupOrders());
});
afterAll(() => ctx.close());

async function createAuditing(companyId: string): Promise<OrderState> {
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  const created = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items }));
  return unwrapData<OrderState>(await fixture.register(operator, created));
}

/** Runs both concurrently, alternating which is sent first. */
const race = (round: number, act: () => Promise<unknown>, other: () => Promise<unknown>) =>
  round % 2 === 0 ? Promise.all([act(), other()]) : Promise.all([other(), act()]);

test(`an order approved while its company is renamed gets both changes, ${rounds} times`, async () => {
  const { id } = await factory.createCompany();
  for (let turn = 0; turn < rounds; turn += 1) {
    const order = await createAuditing(id);
    const body = { id, version: 1 + turn, name: `第${turn}个名字`, requestId: fixture.nextRequestId() };
    await race(
      turn,
      async () => unwrapData(await injectCall(ctx.app, companyCalls.companyUpdate, { body }, operator)),
      async () => unwrapData(await fixture.audit(finance, order, { pass: true })),
    );
    expect(await fixture.getRecord(order.id)).toMatchObject({
      status: "paid",
      paidFen: 120_000,
      companyName: body.name,
      search: expect.stringContaining(body.name),
    });
  }
  const [company] = await ctx.db.select().from(companies).where(eq(companies.id, id));
  expect(company).toMatchObject({ version: 1 + rounds, orderAmountFen: rounds * 120_000 });
  expect(await ctx.db.$count(serviceGrants, eq(serviceGrants.companyId, id))).toBe(rounds);
  expect(ctx.errors).toEqual([]);
});

test(`an order approved while its company is frozen is paid and the company frozen, ${rounds} times`, async () => {
  const { id } = await factory.createCompany();
  for (let turn = 0; turn < rounds; turn += 1) {
    const order = await createAuditing(id);
    const freeze = {
      params: { id },
      query: { to: "frozen" as const, version: 1 + 2 * turn, reason: "欠费" },
    };
    await race(
      turn,
      async () => unwrapData(await injectCall(ctx.app, companyCalls.companyFrozen, freeze, operator)),
      async () => unwrapData(await fixture.audit(finance, order, { pass: true })),
    );
    expect((await fixture.getRecord(order.id)).status).toBe("paid");
    const [company] = await ctx.db.select().from(companies).where(eq(companies.id, id));
    expect(company).toMatchObject({ status: "frozen", orderAmountFen: (1 + turn) * 120_000 });
    const thaw = { params: { id }, query: { to: "normal" as const } };
    unwrapData(await injectCall(ctx.app, companyCalls.companyFrozen, thaw, operator));
  }
  expect(ctx.errors).toEqual([]);
});
