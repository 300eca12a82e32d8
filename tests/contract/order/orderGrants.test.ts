import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { type OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import { type ServiceGrantRow, serviceGrantCalls } from "../../../adapters/contract/serviceGrant.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { planExpiryNotices } from "../../../server/modules/serviceGrant/planExpiryNotices.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, unwrapData } from "./orderFixture.ts";

const { ctx, fixture, factory, goods, admin, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

const oneItem = () => [{ goodsId: goods.id, quantity: 1, months: 12 }];
describe("The grants of paid orders", () => {
  const getGrants = async (id: string) =>
    unwrapData<ServiceGrantRow[]>(
      await injectCall(ctx.app, serviceGrantCalls.companyServiceInfo, { params: { id } }, finance),
    );

  test("follow each other in a renewal and end together in an addition", async () => {
    const { id: companyId } = await factory.createCompany();
    const early = await fixture.create(operator, { companyId, items: oneItem(), type: "expand" });
    expect(early.body).toMatchObject({ state: -1, message: "该企业没有使用中的服务，不能增购，请选择新购" });
    await fixture.createPaid({ companyId, items: oneItem() });
    await fixture.createPaid({ companyId, items: oneItem(), type: "renew" });
    const added = (months: number) => [{ goodsId: goods.id, quantity: 2, months }];
    const cheap = await fixture.create(operator, { companyId, items: added(6), type: "expand" });
    expect(cheap.body).toMatchObject({
      state: -1,
      message: expect.stringMatching(/^增购与现有服务同时到期（2028-03-02），「商品\d+」的月数应为 24$/),
    });
    await fixture.createPaid({ companyId, items: added(24), type: "expand" });
    expect(
      (await getGrants(companyId)).map(({ startAt, expireAt, total, status }) => [
        startAt,
        expireAt,
        total,
        status,
      ]),
    ).toEqual([
      ["2026-03-02T02:00:00.000Z", "2027-03-02T02:00:00.000Z", 10, "active"],
      ["2026-03-02T02:00:00.000Z", "2028-03-02T02:00:00.000Z", 40, "active"],
      ["2027-03-02T02:00:00.000Z", "2028-03-02T02:00:00.000Z", 10, "waiting"],
    ]);
  });

  test("of a renewal begin immediately when the order before it is refunded", async () => {
    const { id: companyId } = await factory.createCompany();
    const first = await fixture.createPaid({ companyId, items: oneItem() });
    const second = await fixture.createPaid({ companyId, items: oneItem(), type: "renew" });
    expect(second.endAt).toEqual(new Date("2028-03-02T02:00:00.000Z"));
    const refundRequest = unwrapData<OrderState>(await fixture.cancel(operator, first, first.paidFen));
    unwrapData(await fixture.audit(finance, refundRequest, { pass: true }));
    const granted = await getGrants(companyId);
    expect(granted.find(({ orderId }) => orderId === first.id)).toMatchObject({ status: "ended" });
    expect(granted.find(({ orderId }) => orderId === second.id)).toMatchObject({
      status: "active",
      startAt: ctx.clock.now().toISOString(),
      expireAt: "2027-03-02T02:00:00.000Z",
    });
    expect((await fixture.getRecord(second.id)).endAt).toEqual(new Date("2027-03-02T02:00:00.000Z"));
  });

  const getPlannedSpans = async (id: string) =>
    unwrapData<ServiceGrantRow[]>(
      await injectCall(ctx.app, serviceGrantCalls.orderServiceInfo, { params: { id } }, finance),
    ).map(({ status, startAt, expireAt, months }) => [status, startAt, expireAt, months]);
  const getApprovalRefusal = async (id: string) =>
    unwrapData<OrderDetail>(await injectCall(ctx.app, orderCalls.orderOne, { params: { id } }, finance))
      .approvalRefusal;

  test("are previewed with their future end, and an addition that is too late is refused at its approval", async () => {
    const { id: companyId } = await factory.createCompany();
    await fixture.createPaid({ companyId, items: oneItem() });
    const added = unwrapData<OrderDetail>(
      await fixture.create(admin, { companyId, items: oneItem(), type: "expand" }),
    );
    const renewed = unwrapData<OrderDetail>(
      await fixture.create(admin, { companyId, items: oneItem(), type: "renew" }),
    );
    const end = "2027-03-02T02:00:00.000Z";
    expect(await getPlannedSpans(added.id)).toEqual([["planned", null, end, 12]]);
    expect(await getPlannedSpans(renewed.id)).toEqual([["planned", end, "2028-03-02T02:00:00.000Z", 12]]);
    const sent = unwrapData<OrderState>(await fixture.register(operator, added));
    const part = unwrapData<OrderState>(await fixture.register(operator, renewed, { amountFen: 1 }));
    expect([await getApprovalRefusal(added.id), await getApprovalRefusal(renewed.id)]).toEqual(["", ""]);
    await ctx.db
      .update(serviceGrants)
      .set({ endedAt: ctx.clock.now() })
      .where(eq(serviceGrants.companyId, companyId));
    // A renewal then begins with its approval; an addition has no active grant left to extend.
    expect(await getPlannedSpans(renewed.id)).toEqual([["planned", null, null, 12]]);
    expect(await getPlannedSpans(added.id)).toEqual([["planned", null, null, 12]]);
    const why = "该企业的服务已全部到期，不能增购，请驳回后重新下单";
    expect([await getApprovalRefusal(added.id), await getApprovalRefusal(renewed.id)]).toEqual([why, ""]);
    expect((await fixture.audit(finance, sent, { pass: true })).body).toMatchObject({
      state: -1,
      message: why,
    });
    unwrapData(await fixture.audit(finance, part, { pass: true }));
  });

  test("have no approval refusal while the order waits for no approval or for that of a part", async () => {
    const { id: companyId } = await factory.createCompany();
    await fixture.createPaid({ companyId, items: oneItem() });
    const added = unwrapData<OrderDetail>(
      await fixture.create(admin, { companyId, items: oneItem(), type: "expand" }),
    );
    await ctx.db
      .update(serviceGrants)
      .set({ endedAt: ctx.clock.now() })
      .where(eq(serviceGrants.companyId, companyId));
    expect(await getApprovalRefusal(added.id)).toBe("");
    const part = unwrapData<OrderState>(await fixture.register(operator, added, { amountFen: 1 }));
    expect(await getApprovalRefusal(added.id)).toBe("");
    unwrapData(await fixture.audit(finance, part, { pass: true }));
  });

  test("are previewed before the approval, and listed after it", async () => {
    const { id: companyId } = await factory.createCompany();
    const created = unwrapData<OrderDetail>(await fixture.create(admin, { companyId, items: oneItem() }));
    const info = async () =>
      unwrapData<ServiceGrantRow[]>(
        await ctx.callAs("finance", serviceGrantCalls.orderServiceInfo, { params: { id: created.id } }),
      );
    expect(await info()).toMatchObject([{ id: null, total: 10, status: "planned", expireAt: null }]);
    const sent = unwrapData<OrderState>(await fixture.register(operator, created));
    unwrapData(await fixture.audit(finance, sent, { pass: true }));
    expect(await info()).toMatchObject([{ total: 10, used: 0, status: "active" }]);
  });

  test("are due for an expiry notice in steps, once for an addition, never if they are renewed", async () => {
    const { id: ending } = await factory.createCompany();
    const { id: going } = await factory.createCompany();
    await fixture.createPaid({ companyId: ending, items: oneItem() });
    await fixture.createPaid({ companyId: going, items: oneItem() });
    await fixture.createPaid({ companyId: going, items: oneItem(), type: "renew" });
    // An addition ends with the grant it extends and needs no second notice.
    await fixture.createPaid({ companyId: ending, items: oneItem(), type: "expand" });
    const getDueDays = async () =>
      (await planExpiryNotices(ctx.db, ctx.clock.now()))
        .filter(({ company: { id } }) => id === ending || id === going)
        .map(({ company, notices }) => [company.id, notices.map(({ days }) => days)]);
    const day = 86_400_000;
    const end = Date.parse("2027-03-02T02:00:00.000Z");
    const advanceTo = (daysBefore: number) =>
      ctx.clock.advance(end - daysBefore * day - ctx.clock.now().getTime());
    advanceTo(31);
    expect(await getDueDays()).toEqual([]);
    advanceTo(30);
    expect(await getDueDays()).toEqual([[ending, [30]]]);
    advanceTo(6.5);
    expect(await getDueDays()).toEqual([[ending, [7]]]);
    advanceTo(0.5);
    expect(await getDueDays()).toEqual([[ending, [1]]]);
  });
});
