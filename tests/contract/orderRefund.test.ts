import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OrderDetail, type OrderRow, orderCalls } from "../../adapters/contract/order.ts";
import { channelCodes } from "../../server/db/schema/channelCode.ts";
import { companies } from "../../server/db/schema/company.ts";
import { goods as goodsTable } from "../../server/db/schema/goods.ts";
import { serviceGrants } from "../../server/db/schema/serviceGrant.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import { send } from "../send.ts";
import type { DataFactory } from "./dataFactory.ts";
import { madeChannel } from "./madeChannel.ts";
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

const one = () => [{ goodsId: goods.id, quantity: 1, months: 12 }];
type Moved = Pick<OrderRow, "id" | "version" | "status">;
const companyNow = async (id: string) =>
  (await on.db.select().from(companies).where(eq(companies.id, id)))[0];
const channelNow = async (id: string) =>
  (await on.db.select().from(channelCodes).where(eq(channelCodes.id, id)))[0];

describe("a refund", () => {
  test("that is rejected leaves its reason in the history alone", async () => {
    const { id: companyId } = await make.company();
    const order = await desk.paid({ companyId, items: one() });
    const asked = dataOf<Moved>(await desk.cancel(operator, order, 120_000));
    expect((await desk.record(order.id)).closeReason).toBe("客户要求");
    dataOf(await desk.audit(finance, asked, { pass: false, remark: "服务已开通" }));
    expect(await desk.record(order.id)).toMatchObject({ status: "paid", closeReason: "", refundFen: 0 });
    const { events } = dataOf<OrderDetail>(
      await send(on.app, orderCalls.orderOne, { params: { id: order.id } }, finance),
    );
    expect(events.map(({ kind, remark }) => [kind, remark]).slice(-2)).toEqual([
      ["askRefund", "客户要求"],
      ["rejectRefund", "服务已开通"],
    ]);
  });

  test("of an order that cost nothing ends its services, and a trial stays the one trial", async () => {
    const { id: companyId } = await make.company();
    const trial = await desk.paid({ companyId, items: one(), type: "trial" });
    expect(trial).toMatchObject({ status: "paid", payableFen: 0 });
    expect((await desk.cancel(operator, trial)).body.message).toBe("订单当前状态为「已支付」，不能取消");
    const asked = dataOf<Moved>(await desk.cancel(operator, trial, 0));
    expect(dataOf<Moved>(await desk.audit(finance, asked, { pass: true })).status).toBe("refunded");
    const grants = await on.db.select().from(serviceGrants).where(eq(serviceGrants.orderId, trial.id));
    expect(grants.map(({ endedAt }) => endedAt)).toEqual([on.clock.now()]);
    expect((await desk.create(operator, { companyId, items: one(), type: "trial" })).body.message).toBe(
      "该企业已有试用订单，每家企业只能试用一次",
    );
  });

  test("of an order that is paid in part leaves the goods' sales: it has not been sold yet", async () => {
    const { id: companyId } = await make.company();
    const made = dataOf<OrderDetail>(await desk.create(await on.as("admin"), { companyId, items: one() }));
    const soldCount = async () =>
      (await on.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id)))[0]?.soldCount;
    const before = await soldCount();
    const part = dataOf<Moved>(await desk.register(operator, made, { amountFen: 60_000 }));
    const confirmed = dataOf<Moved>(await desk.audit(finance, part, { pass: true }));
    const asked = dataOf<Moved>(await desk.cancel(operator, confirmed, 60_000));
    expect(dataOf<Moved>(await desk.audit(finance, asked, { pass: true })).status).toBe("refunded");
    expect(await desk.record(made.id)).toMatchObject({ paidFen: 60_000, refundFen: 60_000 });
    expect(await soldCount()).toBe(before);
  });

  test("takes back sums, commission, sales and services, and says so in the order's history", async () => {
    const channelId = await madeChannel(on);
    const { id: companyId } = await make.company({ channelCodeId: channelId });
    const kept = await desk.paid({ companyId, items: one() });
    const order = await desk.paid({ companyId, items: [{ goodsId: goods.id, quantity: 2, months: 24 }] });
    const soldBefore = (await on.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id)))[0]
      ?.soldCount;
    expect((await companyNow(companyId))?.expireAt).toEqual(new Date("2028-03-02T02:00:00.000Z"));
    expect((await desk.cancel(operator, order, 1)).body.message).toBe(
      "退款金额应等于已付金额，仅支持全额退款",
    );
    const asked = dataOf<Moved>(await desk.cancel(operator, order, 480_000));
    const done = dataOf<Moved>(await desk.audit(finance, asked, { pass: true }));
    expect(done.status).toBe("refunded");
    expect(await desk.record(order.id)).toMatchObject({ refundFen: 480_000, paidFen: 480_000, earnedFen: 0 });
    expect(await companyNow(companyId)).toMatchObject({
      orderAmountFen: 120_000,
      expireAt: new Date("2027-03-02T02:00:00.000Z"),
    });
    expect(await channelNow(channelId)).toMatchObject({
      orderAmountFen: 120_000,
      commissionFen: kept.earnedFen,
    });
    const [sold] = await on.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id));
    expect(sold?.soldCount).toBe((soldBefore ?? 0) - 2);
    const grants = await on.db.select().from(serviceGrants).where(eq(serviceGrants.orderId, order.id));
    expect(grants.map(({ endedAt }) => endedAt)).toEqual([on.clock.now()]);
    expect((await desk.pays(order.id)).map(({ status }) => status)).toEqual(["refunded"]);
    const detail = dataOf<OrderDetail>(
      await send(on.app, orderCalls.orderOne, { params: { id: order.id } }, finance),
    );
    expect(detail.events.map(({ kind, byName }) => [kind, byName])).toEqual([
      ["create", "管理员甲"],
      ["register", "运营乙"],
      ["approve", "财务丙"],
      ["askRefund", "运营乙"],
      ["approveRefund", "财务丙"],
    ]);
  });
});
