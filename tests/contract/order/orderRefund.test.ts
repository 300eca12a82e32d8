import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import { goods as goodsTable } from "../../../server/db/schema/goods.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { readChannel } from "../catalog/catalogRecords.ts";
import { createActiveChannel } from "../fixtures/createActiveChannel.ts";
import { readCompany } from "../fixtures/readRecords.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "./orderFixture.ts";

const { ctx, fixture, factory, goods, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

const oneItem = () => [{ goodsId: goods.id, quantity: 1, months: 12 }];

describe("a refund", () => {
  test("that is rejected keeps its reason only in the history", async () => {
    const { id: companyId } = await factory.createCompany();
    const order = await fixture.createPaid({ companyId, items: oneItem() });
    const refundRequest = unwrapData<OrderState>(await fixture.cancel(operator, order, 120_000));
    expect((await fixture.getRecord(order.id)).closeReason).toBe("客户要求");
    unwrapData(await fixture.audit(finance, refundRequest, { pass: false, remark: "服务已开通" }));
    expect(await fixture.getRecord(order.id)).toMatchObject({
      status: "paid",
      closeReason: "",
      refundFen: 0,
    });
    const { events } = unwrapData<OrderDetail>(
      await injectCall(ctx.app, orderCalls.orderOne, { params: { id: order.id } }, finance),
    );
    expect(events.map(({ kind, remark }) => [kind, remark]).slice(-2)).toEqual([
      ["askRefund", "客户要求；退至 晴川低空科技有限公司 招商银行深圳分行 6225880123456789"],
      ["rejectRefund", "服务已开通"],
    ]);
  });

  test("of a free order ends its grants, and a refunded trial still counts as the one trial", async () => {
    const { id: companyId } = await factory.createCompany();
    const trial = await fixture.createPaid({ companyId, items: oneItem(), type: "trial" });
    expect(trial).toMatchObject({ status: "paid", payableFen: 0 });
    expect((await fixture.cancel(operator, trial)).body.message).toBe("订单当前状态为「已支付」，不能取消");
    const refundRequest = unwrapData<OrderState>(await fixture.cancel(operator, trial, 0));
    expect(unwrapData<OrderState>(await fixture.audit(finance, refundRequest, { pass: true })).status).toBe(
      "refunded",
    );
    const grants = await ctx.db.select().from(serviceGrants).where(eq(serviceGrants.orderId, trial.id));
    expect(grants.map(({ endedAt }) => endedAt)).toEqual([ctx.clock.now()]);
    expect(
      (await fixture.create(operator, { companyId, items: oneItem(), type: "trial" })).body.message,
    ).toBe("该企业已有试用订单，每家企业只能试用一次");
  });

  test("of a partly paid order does not change the goods' sales, which count only fully paid orders", async () => {
    const { id: companyId } = await factory.createCompany();
    const created = unwrapData<OrderDetail>(
      await fixture.create(await ctx.loginAs("admin"), { companyId, items: oneItem() }),
    );
    const soldCount = async () =>
      (await ctx.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id)))[0]?.soldCount;
    const before = await soldCount();
    const part = unwrapData<OrderState>(await fixture.register(operator, created, { amountFen: 60_000 }));
    const confirmed = unwrapData<OrderState>(await fixture.audit(finance, part, { pass: true }));
    const refundRequest = unwrapData<OrderState>(await fixture.cancel(operator, confirmed, 60_000));
    expect(unwrapData<OrderState>(await fixture.audit(finance, refundRequest, { pass: true })).status).toBe(
      "refunded",
    );
    expect(await fixture.getRecord(created.id)).toMatchObject({ paidFen: 60_000, refundFen: 60_000 });
    expect(await soldCount()).toBe(before);
  });

  test("reverses sums, commission, sales and grants, and is in the order's history", async () => {
    const channelId = await createActiveChannel(ctx);
    const { id: companyId } = await factory.createCompany({ channelCodeId: channelId });
    const remaining = await fixture.createPaid({ companyId, items: oneItem() });
    const order = await fixture.createPaid({
      companyId,
      items: [{ goodsId: goods.id, quantity: 2, months: 24 }],
    });
    const soldBefore = (await ctx.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id)))[0]
      ?.soldCount;
    expect((await readCompany(ctx.db, companyId))?.expireAt).toEqual(new Date("2028-03-02T02:00:00.000Z"));
    for (const tooMuch of [480_001, 0])
      expect((await fixture.cancel(operator, order, tooMuch)).body.data).toEqual({
        issues: [{ path: "refundFen", message: "退款金额应大于 0，且不超过可退的 4800.00 元" }],
      });
    const refundRequest = unwrapData<OrderState>(await fixture.cancel(operator, order, 480_000));
    const done = unwrapData<OrderState>(await fixture.audit(finance, refundRequest, { pass: true }));
    expect(done.status).toBe("refunded");
    expect(await fixture.getRecord(order.id)).toMatchObject({
      refundFen: 480_000,
      paidFen: 480_000,
      earnedFen: 0,
    });
    expect(await readCompany(ctx.db, companyId)).toMatchObject({
      orderAmountFen: 120_000,
      expireAt: new Date("2027-03-02T02:00:00.000Z"),
    });
    expect(await readChannel(ctx.db, channelId)).toMatchObject({
      orderAmountFen: 120_000,
      commissionFen: remaining.earnedFen,
    });
    const [sold] = await ctx.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id));
    expect(sold?.soldCount).toBe((soldBefore ?? 0) - 2);
    const grants = await ctx.db.select().from(serviceGrants).where(eq(serviceGrants.orderId, order.id));
    expect(grants.map(({ endedAt }) => endedAt)).toEqual([ctx.clock.now()]);
    expect((await fixture.getPayments(order.id)).map(({ status }) => status)).toEqual(["refunded"]);
    const detail = unwrapData<OrderDetail>(
      await injectCall(ctx.app, orderCalls.orderOne, { params: { id: order.id } }, finance),
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
