import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OrderDetail, type OrderRow, orderCalls } from "../../adapters/contract/order.ts";
import { type ServiceGrantRow, serviceGrantCalls } from "../../adapters/contract/serviceGrant.ts";
import { serviceGrants } from "../../server/db/schema/serviceGrant.ts";
import { serviceNotices } from "../../server/db/schema/serviceNotice.ts";
import { noticeEnds } from "../../server/modules/serviceGrant/noticeEnds.ts";
import type { Headers, TestPlatform } from "../platform.ts";
import { send } from "../send.ts";
import type { DataFactory } from "./dataFactory.ts";
import { orderOffice } from "./offices.ts";
import { dataOf, type MadeGoods, type OrderDesk } from "./orderDesk.ts";

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

const one = () => [{ goodsId: goods.id, quantity: 1, months: 12 }];
type Moved = Pick<OrderRow, "id" | "version" | "status">;

describe("Services that were paid for", () => {
  const grantsOf = async (id: string) =>
    dataOf<ServiceGrantRow[]>(
      await send(on.app, serviceGrantCalls.companyServiceInfo, { params: { id } }, finance),
    );

  test("follow on one another when renewed, end together when added to", async () => {
    const { id: companyId } = await make.company();
    const early = await desk.create(operator, { companyId, items: one(), type: "expand" });
    expect(early.body).toMatchObject({ state: -1, message: "该企业没有使用中的服务，不能增购，请选择新购" });
    await desk.paid({ companyId, items: one() });
    await desk.paid({ companyId, items: one(), type: "renew" });
    const added = (months: number) => [{ goodsId: goods.id, quantity: 2, months }];
    const cheap = await desk.create(operator, { companyId, items: added(6), type: "expand" });
    expect(cheap.body).toMatchObject({
      state: -1,
      message: expect.stringMatching(/^增购与现有服务同时到期（2028-03-02），「商品\d+」的月数应为 24$/),
    });
    await desk.paid({ companyId, items: added(24), type: "expand" });
    expect(
      (await grantsOf(companyId)).map(({ startAt, expireAt, total, status }) => [
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

  test("that were bought to follow a refunded order begin at once", async () => {
    const { id: companyId } = await make.company();
    const first = await desk.paid({ companyId, items: one() });
    const second = await desk.paid({ companyId, items: one(), type: "renew" });
    expect(second.endAt).toEqual(new Date("2028-03-02T02:00:00.000Z"));
    const asked = dataOf<Moved>(await desk.cancel(operator, first, first.paidFen));
    dataOf(await desk.audit(finance, asked, { pass: true }));
    const granted = await grantsOf(companyId);
    expect(granted.find(({ orderId }) => orderId === first.id)).toMatchObject({ status: "ended" });
    expect(granted.find(({ orderId }) => orderId === second.id)).toMatchObject({
      status: "active",
      startAt: on.clock.now().toISOString(),
      expireAt: "2027-03-02T02:00:00.000Z",
    });
    expect((await desk.record(second.id)).endAt).toEqual(new Date("2027-03-02T02:00:00.000Z"));
  });

  const told = async (id: string) =>
    dataOf<ServiceGrantRow[]>(
      await send(on.app, serviceGrantCalls.orderServiceInfo, { params: { id } }, finance),
    ).map(({ status, startAt, expireAt, months }) => [status, startAt, expireAt, months]);
  const refusal = async (id: string) =>
    dataOf<OrderDetail>(await send(on.app, orderCalls.orderOne, { params: { id } }, finance)).approvalRefusal;

  test("that are added or renewed are told with the end they will have, and what was not bought in time", async () => {
    const { id: companyId } = await make.company();
    await desk.paid({ companyId, items: one() });
    const added = dataOf<OrderDetail>(await desk.create(admin, { companyId, items: one(), type: "expand" }));
    const renewed = dataOf<OrderDetail>(await desk.create(admin, { companyId, items: one(), type: "renew" }));
    const end = "2027-03-02T02:00:00.000Z";
    expect(await told(added.id)).toEqual([["planned", null, end, 12]]);
    expect(await told(renewed.id)).toEqual([["planned", end, "2028-03-02T02:00:00.000Z", 12]]);
    const sent = dataOf<Moved>(await desk.register(operator, added));
    const part = dataOf<Moved>(await desk.register(operator, renewed, { amountFen: 1 }));
    expect([await refusal(added.id), await refusal(renewed.id)]).toEqual(["", ""]);
    await on.db
      .update(serviceGrants)
      .set({ endedAt: on.clock.now() })
      .where(eq(serviceGrants.companyId, companyId));
    // A renewal then begins with its approval; there is nothing that an addition could be added to.
    expect(await told(renewed.id)).toEqual([["planned", null, null, 12]]);
    expect(await told(added.id)).toEqual([["planned", null, null, 12]]);
    const why = "该企业的服务已全部到期，不能增购，请驳回后重新下单";
    expect([await refusal(added.id), await refusal(renewed.id)]).toEqual([why, ""]);
    expect((await desk.audit(finance, sent, { pass: true })).body).toMatchObject({ state: -1, message: why });
    dataOf(await desk.audit(finance, part, { pass: true }));
  });

  test("of an order that waits for no approval, or for that of a part, have nothing against them", async () => {
    const { id: companyId } = await make.company();
    await desk.paid({ companyId, items: one() });
    const added = dataOf<OrderDetail>(await desk.create(admin, { companyId, items: one(), type: "expand" }));
    await on.db
      .update(serviceGrants)
      .set({ endedAt: on.clock.now() })
      .where(eq(serviceGrants.companyId, companyId));
    expect(await refusal(added.id)).toBe("");
    const part = dataOf<Moved>(await desk.register(operator, added, { amountFen: 1 }));
    expect(await refusal(added.id)).toBe("");
    dataOf(await desk.audit(finance, part, { pass: true }));
  });

  test("of an order are told before it is approved, and as granted after", async () => {
    const { id: companyId } = await make.company();
    const made = dataOf<OrderDetail>(await desk.create(admin, { companyId, items: one() }));
    const info = async () =>
      dataOf<ServiceGrantRow[]>(
        await send(on.app, serviceGrantCalls.orderServiceInfo, { params: { id: made.id } }, finance),
      );
    expect(await info()).toMatchObject([{ id: null, total: 10, status: "planned", expireAt: null }]);
    const sent = dataOf<Moved>(await desk.register(operator, made));
    dataOf(await desk.audit(finance, sent, { pass: true }));
    expect(await info()).toMatchObject([{ total: 10, used: 0, status: "active" }]);
  });

  test("are noticed once before they end, unless they go on", async () => {
    const { id: ending } = await make.company();
    const { id: going } = await make.company();
    await desk.paid({ companyId: ending, items: one() });
    await desk.paid({ companyId: going, items: one() });
    await desk.paid({ companyId: going, items: one(), type: "renew" });
    // What is added ends with what it is added to, and is no second thing to tell.
    await desk.paid({ companyId: ending, items: one(), type: "expand" });
    const noticed = async () => {
      await noticeEnds(on.platform);
      await noticeEnds(on.platform);
      const rows = await on.db.select().from(serviceNotices);
      return rows.filter(({ companyId }) => companyId === ending || companyId === going);
    };
    const day = 86_400_000;
    const end = Date.parse("2027-03-02T02:00:00.000Z");
    const to = (daysBefore: number) => on.clock.advance(end - daysBefore * day - on.clock.now().getTime());
    to(31);
    expect(await noticed()).toEqual([]);
    to(30);
    to(29);
    expect(await noticed()).toMatchObject([{ companyId: ending, days: 30, sentAt: null }]);
    to(6.5);
    to(0.5);
    expect((await noticed()).map(({ days }) => days).sort()).toEqual([1, 30]);
  });
});
