import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import type { OrderPayRow } from "../../../adapters/contract/orderPay.ts";
import { orders } from "../../../server/db/schema/order.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { openSession } from "../../helpers/testPlatform.ts";
import { readChannel } from "../catalog/catalogRecords.ts";
import { createActiveChannel } from "../fixtures/createActiveChannel.ts";
import { readCompany } from "../fixtures/readRecords.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderFixture, type OrderState, unwrapData } from "./orderFixture.ts";

const { ctx, fixture, factory, goods, admin, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

const oneItem = () => [{ goodsId: goods.id, quantity: 1, months: 12 }];
const getRefusal = async (response: ReturnType<OrderFixture["create"]>) => {
  const { body } = await response;
  return [body.state, body.message];
};

describe("creating an order", () => {
  test("computes all amounts on the server and numbers it by the day in Shanghai", async () => {
    const company = await factory.createCompany({ channelCodeId: await createActiveChannel(ctx) });
    const items = [{ goodsId: goods.id, quantity: 3, months: 7 }];
    const created = unwrapData<OrderDetail>(
      await fixture.create(operator, { companyId: company.id, items, discountFen: 1_000 }),
    );
    // 1200.00 × 3 × 7 ÷ 12 = 2100.00, less 10.00; ÷ 1.06 = 1971.70; 10.5 % = 207.03
    expect(created).toMatchObject({
      totalFen: 210_000,
      discountFen: 1_000,
      payableFen: 209_000,
      paidFen: 0,
      status: "pending",
      channelRatio: 10.5,
      commissionFen: 20_703,
      earnedFen: 0,
      createdByName: "运营乙",
    });
    expect(created.orderNo).toMatch(/^DD20260302\d{6}$/);
    const next = unwrapData<OrderDetail>(await fixture.create(operator, { companyId: company.id, items }));
    expect(Number(next.orderNo.slice(10))).toBe(Number(created.orderNo.slice(10)) + 1);
  });

  test("the quote has the same amounts, and the reason of a refusal", async () => {
    const { id: companyId } = await factory.createCompany();
    const order = { companyId, type: "new" as const, items: oneItem() };
    const quote = async (discountFen: number) =>
      unwrapData(
        await injectCall(ctx.app, orderCalls.orderQuote, { body: { ...order, discountFen } }, operator),
      );
    expect(await quote(12_000)).toMatchObject({ totalFen: 120_000, payableFen: 108_000, refusal: "" });
    expect(await quote(12_001)).toMatchObject({
      payableFen: 107_999,
      refusal: "优惠超过 10% 的订单只能由超级管理员创建",
    });
    expect(await quote(120_001)).toMatchObject({ refusal: "优惠金额不能超过订单总额" });
  });

  test("only an admin gives a discount over 10 %, and nobody more than the total", async () => {
    const { id: companyId } = await factory.createCompany();
    const body = { companyId, items: oneItem() };
    expect(await getRefusal(fixture.create(operator, { ...body, discountFen: 12_001 }))).toEqual([
      -1,
      "优惠超过 10% 的订单只能由超级管理员创建",
    ]);
    unwrapData(await fixture.create(operator, { ...body, discountFen: 12_000 }));
    expect(await getRefusal(fixture.create(admin, { ...body, discountFen: 120_001 }))).toEqual([
      -1,
      "优惠金额不能超过订单总额",
    ]);
    const free = unwrapData<OrderDetail>(await fixture.create(admin, { ...body, discountFen: 120_000 }));
    expect([free.payableFen, free.status]).toEqual([0, "auditing"]);
  });

  test("a frozen company gets no order, except a renewal if it is frozen for arrears", async () => {
    const frozen = await factory.createCompany({ status: "frozen", freezeReason: "违规飞行" });
    expect(await getRefusal(fixture.create(operator, { companyId: frozen.id, items: oneItem() }))).toEqual([
      -1,
      "该企业已冻结，解冻后才能创建订单",
    ]);
    const owing = await factory.createCompany({ status: "frozen", freezeReason: "欠费" });
    expect((await getRefusal(fixture.create(operator, { companyId: owing.id, items: oneItem() })))[0]).toBe(
      -1,
    );
    unwrapData(await fixture.create(operator, { companyId: owing.id, items: oneItem(), type: "renew" }));
  });

  test("a company has one trial, even of two concurrent orders; a cancelled trial does not count", async () => {
    const { id: companyId } = await factory.createCompany();
    const body = { companyId, items: oneItem(), type: "trial" as const };
    const both = await Promise.all([fixture.create(operator, body), fixture.create(admin, body)]);
    expect(both.map(({ body }) => body.state).sort()).toEqual([-1, 0]);
    const [won] = both
      .filter(({ body }) => body.state === 0)
      .map((response) => unwrapData<OrderDetail>(response));
    expect([won?.payableFen, won?.items[0]?.months, won?.status]).toEqual([0, 1, "auditing"]);
    await ctx.db.update(orders).set({ status: "cancelled" }).where(eq(orders.companyId, companyId));
    unwrapData(await fixture.create(operator, body));
  });

  test("refuses goods off sale, unknown goods, payment methods of customers, and too high amounts", async () => {
    const { id: companyId } = await factory.createCompany();
    const off = await fixture.createGoods({ status: "offSale" });
    const of = (goodsId: string) => [{ goodsId, quantity: 1, months: 1 }];
    expect((await getRefusal(fixture.create(operator, { companyId, items: of(off.id) })))[1]).toMatch(
      /已下架/,
    );
    expect(
      (await getRefusal(fixture.create(operator, { companyId, items: of("9223372036854775807") })))[1],
    ).toMatch(/不存在/);
    expect(
      await getRefusal(fixture.create(operator, { companyId, items: oneItem(), payMethod: "alipay" })),
    ).toEqual([-1, "支付宝和微信订单由客户自行支付产生，后台只能创建对公转账订单"]);
    const dear = await fixture.createGoods({ priceFen: 10_000_000_000, months: 1 });
    const items = [{ goodsId: dear.id, quantity: 9999, months: 120 }];
    expect(await getRefusal(fixture.create(operator, { companyId, items }))).toEqual([
      -1,
      "订单金额不能超过 100 亿元",
    ]);
  });

  test("a channel that is off earns nothing on a new order", async () => {
    const company = await factory.createCompany({
      channelCodeId: await createActiveChannel(ctx, { status: "off" }),
    });
    const created = unwrapData<OrderDetail>(
      await fixture.create(operator, { companyId: company.id, items: oneItem() }),
    );
    expect([created.channelRatio, created.commissionFen]).toEqual([0, 0]);
  });
});

describe("payments", () => {
  test("in parts: commission and sums grow with each confirmed part, grants come with the last", async () => {
    const channelId = await createActiveChannel(ctx);
    const { id: companyId } = await factory.createCompany({ channelCodeId: channelId });
    const created = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    // 1200.00 ÷ 1.06 = 1132.08; 10.5 % = 118.87
    expect(created.commissionFen).toBe(11_887);
    const first = unwrapData<OrderState>(await fixture.register(operator, created, { amountFen: 40_000 }));
    const confirmed = unwrapData<OrderState>(await fixture.audit(finance, first, { pass: true }));
    expect([first.status, confirmed.status]).toEqual(["auditing", "pending"]);
    expect(await readCompany(ctx.db, companyId)).toMatchObject({ orderAmountFen: 40_000, expireAt: null });
    // A third of 118.87.
    expect(await readChannel(ctx.db, channelId)).toMatchObject({
      orderAmountFen: 40_000,
      commissionFen: 3_962,
    });
    expect((await fixture.register(operator, confirmed, { amountFen: 80_001 })).body.message).toBe(
      "登记金额不能超过待付金额 800.00 元",
    );
    const rest = unwrapData<OrderState>(await fixture.register(operator, confirmed));
    unwrapData(await fixture.audit(finance, rest, { pass: true }));
    expect(await fixture.getRecord(created.id)).toMatchObject({
      status: "paid",
      paidFen: 120_000,
      pendingFen: 0,
      earnedFen: 11_887,
      submittedBy: null,
      auditorName: "财务丙",
    });
    expect(await readChannel(ctx.db, channelId)).toMatchObject({
      orderAmountFen: 120_000,
      commissionFen: 11_887,
    });
    expect(await readCompany(ctx.db, companyId)).toMatchObject({
      orderAmountFen: 120_000,
      expireAt: new Date("2027-03-02T02:00:00.000Z"),
    });
    const pays = await fixture.getPayments(created.id);
    expect(pays.map(({ amountFen, status }) => [amountFen, status])).toEqual([
      [80_000, "confirmed"],
      [40_000, "confirmed"],
    ]);
  });

  test("a part that arrived earlier but is confirmed later does not change the time of payment", async () => {
    const { id: companyId } = await factory.createCompany();
    const created = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const arrived = (daysAgo: number) => new Date(ctx.clock.now().getTime() - daysAgo * 86_400_000);
    for (const [daysAgo, amountFen] of [
      [2, 40_000],
      [5, 80_000],
    ] as const) {
      const now = await fixture.getRecord(created.id);
      const paidAt = arrived(daysAgo).toISOString();
      const sent = unwrapData<OrderState>(await fixture.register(operator, now, { amountFen, paidAt }));
      unwrapData(await fixture.audit(finance, sent, { pass: true }));
    }
    expect(await fixture.getRecord(created.id)).toMatchObject({ status: "paid", paidAt: arrived(2) });
  });

  test("a bank serial number can be registered once, until it is rejected", async () => {
    const company = await factory.createCompany();
    const { id: companyId } = company;
    const first = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const second = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const bankSerialNo = "CMB2026030200000001";
    const registered = unwrapData<OrderState>(await fixture.register(operator, first, { bankSerialNo }));
    const [{ payNo } = { payNo: "" }] = await fixture.getPayments(first.id);
    const refusal = `该银行流水号已登记过回款 ${payNo}（订单 ${first.orderNo}，${company.name}），请核对是否重复登记`;
    for (const typed of [bankSerialNo, " cmb2026030200000001 "])
      expect((await fixture.register(operator, second, { bankSerialNo: typed })).body.message).toBe(refusal);
    unwrapData(await fixture.audit(finance, registered, { pass: false, remark: "未到账" }));
    unwrapData(await fixture.register(operator, second, { bankSerialNo: " cmb2026030200000001 " }));
    expect((await fixture.getPayments(second.id))[0]?.bankSerialNo).toBe("cmb2026030200000001");
  });

  test("a registered bank serial number does not name a payment outside of the person's scope", async () => {
    const others = await factory.createCompany({ managerId: ctx.staff.admin.id });
    const own = await factory.createCompany({ managerId: ctx.staff.operator.id });
    const items = oneItem();
    const hidden = unwrapData<OrderDetail>(await fixture.create(admin, { companyId: others.id, items }));
    const order = unwrapData<OrderDetail>(await fixture.create(admin, { companyId: own.id, items }));
    const bankSerialNo = "CMB2026030200000002";
    unwrapData<OrderState>(await fixture.register(admin, hidden, { bankSerialNo }));
    await ctx.db.update(staff).set({ dataScope: "own" }).where(eq(staff.id, ctx.staff.operator.id));
    const manager = await openSession(ctx.platform, ctx.staff.operator.id);
    const { body } = await fixture.register(manager, order, { bankSerialNo });
    await ctx.db.update(staff).set({ dataScope: "all" }).where(eq(staff.id, ctx.staff.operator.id));
    expect(body.message).toBe("该银行流水号已登记过回款，请核对是否重复登记");
  });

  test("a payer other than the company must be verified", async () => {
    const { id: companyId, name } = await factory.createCompany({ name: "深圳市（南山）航空有限公司" });
    const created = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const sent = unwrapData<OrderState>(await fixture.register(operator, created, { payerName: "张三" }));
    expect((await fixture.audit(finance, sent, { pass: true })).body.message).toBe(
      "付款方「张三」与企业名称不一致，请核实代付关系并勾选「代付已核实」",
    );
    unwrapData(await fixture.audit(finance, sent, { pass: true, payerVerified: true }));
    expect((await fixture.getPayments(created.id))[0]).toMatchObject({
      payerDiffers: true,
      payerVerified: true,
    });
    const same = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const payerName = ` ${name.replace("（", "(").replace("）", ")")} `;
    unwrapData(await fixture.register(operator, same, { payerName }));
    expect((await fixture.getPayments(same.id))[0] satisfies OrderPayRow | undefined).toMatchObject({
      payerDiffers: false,
    });
  });

  test("the time of arrival may be at most five minutes in the future, for differing clocks", async () => {
    const { id: companyId } = await factory.createCompany();
    const created = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const inMinutes = (minutes: number) =>
      fixture.register(operator, created, {
        paidAt: new Date(ctx.clock.now().getTime() + minutes * 60_000).toISOString(),
      });
    expect((await inMinutes(6)).body.message).toBe("到账时间不能晚于当前时间");
    unwrapData(await inMinutes(4));
  });
});
