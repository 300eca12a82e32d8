import { eq, notInArray, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { notificationCalls, notificationKind } from "../../../adapters/contract/notification.ts";
import type { OrderDetail } from "../../../adapters/contract/order.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { companies } from "../../../server/db/schema/company.ts";
import { notifications } from "../../../server/db/schema/notification.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { serviceNotices } from "../../../server/db/schema/serviceNotice.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { createExportService } from "../../../server/exports/exportService.ts";
import { notifyExpiring } from "../../../server/modules/notification/notifyExpiring.ts";
import { startAlarms } from "../../alarms/setupAlarms.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  type ConsoleRole,
  createTestPlatform,
  md5,
  openSession,
  type RequestHeaders,
  testPassword,
} from "../../helpers/testPlatform.ts";
import { startSlowExport } from "../export/startSlowExport.ts";
import { insertGrants } from "../fixtures/insertGrants.ts";
import { createInvoiceFixture } from "../invoice/invoiceFixture.ts";
import { type OrderState, unwrapData } from "../order/orderFixture.ts";

type Page = EndpointData<typeof notificationCalls.notificationList>;

const ctx = await createTestPlatform({ seedDemoData: true });
const fixture = await createInvoiceFixture(ctx);
// Only the people of the tests, not those of the demo.
const known = [...Object.values(ctx.staff).map(({ id }) => id), fixture.colleague.id];
await ctx.db.update(staff).set({ status: "disabled" }).where(notInArray(staff.id, known));
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.delete(notifications);
});

const read = async (headers: RequestHeaders) =>
  unwrapData<Page>(await injectCall(ctx.app, notificationCalls.notificationList, { body: {} }, headers));
const readAs = async (role: ConsoleRole) => (await read(await ctx.loginAs(role))).list;

/** Everybody's notifications: role, kind and text. */
async function readAll(): Promise<string[]> {
  const rows = await ctx.db.select().from(notifications).orderBy(notifications.id);
  const names = new Map<string, string>(Object.entries(ctx.staff).map(([role, { id }]) => [id, role]));
  return rows.map(({ staffId, kind, text }) => `${names.get(staffId) ?? "colleague"} ${kind} ${text}`);
}

/** An order of the operator, with a payment that the operator registered. */
async function registerOrder(): Promise<OrderDetail & OrderState> {
  const { orders, companyId } = fixture;
  const { id: goodsId } = await orders.createGoods();
  const operator = await ctx.loginAs("operator");
  const created = unwrapData<OrderDetail>(
    await orders.create(operator, { companyId, items: [{ goodsId, quantity: 1, months: 12 }] }),
  );
  const registered = unwrapData<OrderState>(await orders.register(operator, created));
  return { ...created, ...registered };
}

describe("who is told what", () => {
  test.each([
    [true, "orderApproved"],
    [false, "orderRejected"],
  ])("An audit (pass: %s) tells who registered the order, and nobody else", async (pass, kind) => {
    const order = await registerOrder();
    unwrapData(
      await fixture.orders.audit(await ctx.loginAs("finance"), order, { pass, remark: "已核对流水" }),
    );
    expect(await readAll()).toEqual([
      `operator ${kind} ${order.orderNo} ${order.companyName} 回款 ¥1,200.00：已核对流水`,
    ]);
    expect((await readAs("operator"))[0]?.recordId).toBe(order.id);
    for (const role of ["admin", "finance", "maintainer", "duty"] as const)
      expect(await readAs(role)).toEqual([]);
  });

  test("A refund of a part tells who asked for it and who created the order, with its amount", async () => {
    const order = await registerOrder();
    const finance = await ctx.loginAs("finance");
    const paid = unwrapData<OrderState>(await fixture.orders.audit(finance, order, { pass: true }));
    await ctx.db.delete(notifications);
    const asked = unwrapData<OrderState>(
      await fixture.orders.cancel(fixture.colleague.headers, paid, 100_040),
    );
    unwrapData(await fixture.orders.audit(finance, asked, { pass: true }));
    expect((await readAll()).sort()).toEqual([
      `colleague orderRefunded ${order.orderNo} ${order.companyName} 退款 ¥1,000.40`,
      `operator orderRefunded ${order.orderNo} ${order.companyName} 退款 ¥1,000.40`,
    ]);
    // The order is not refunded but paid: the name of the kind says no more than that this was approved.
    expect(notificationKind.label("orderRefunded")).toBe("退款审核通过");
  });

  test("An issued invoice and a rejected application tell who applied", async () => {
    const finance = await ctx.loginAs("finance");
    const [issued, rejected] = [await fixture.createApplied(), await fixture.createApplied()];
    unwrapData(await fixture.issue(finance, issued, "26442000000099999999"));
    unwrapData(await fixture.reject(finance, rejected, "抬头有误"));
    expect(await readAll()).toEqual([
      `colleague invoiceIssued ${issued.title}：发票号码 26442000000099999999`,
      `colleague invoiceRejected ${issued.title}：抬头有误`,
    ]);
  });

  test("Nobody is told of their own act", async () => {
    const own = await fixture.createApplied();
    unwrapData(await fixture.issue(fixture.colleague.headers, own));
    expect(await readAll()).toEqual([]);
  });

  test("An export tells its user when it is ready, unless a download shows it", async () => {
    const service = createExportService(ctx.platform);
    const [inBackground, downloaded] = [
      await startSlowExport(ctx, service),
      await startSlowExport(ctx, service, {}, true),
    ];
    const reading = (async () => {
      for await (const _ of downloaded.read());
    })();
    inBackground.release();
    downloaded.release();
    await reading;
    await expect.poll(readAll).toEqual(["operator exportReady 企业列表.xlsx"]);
    await service.stop();
  });

  test("A lost drone tells duty, maintainers and admins", async () => {
    const alarms = await startAlarms(ctx);
    alarms.raise({ kind: "lost", priority: "p1", droneSn: "SN-7" });
    alarms.raise({ kind: "batteryLow", droneSn: "SN-8" });
    await alarms.live.alarms.flush();
    expect((await readAll()).sort()).toEqual([
      "admin deviceLost SN-7",
      "colleague deviceLost SN-7",
      "duty deviceLost SN-7",
      "maintainer deviceLost SN-7",
    ]);
    await alarms.stop();
  });

  test("Signing in elsewhere tells the person", async () => {
    const { id } = ctx.staff.maintainer;
    await openSession(ctx.platform, id);
    unwrapData(
      await injectCall(ctx.app, loginCalls.login, {
        body: { phoneNumber: ctx.staff.maintainer.phoneNumber, password: md5(testPassword) },
      }),
    );
    const all = await readAll();
    expect(all).toEqual([
      "maintainer signedInElsewhere 您的账号从 127.0.0.1 登录，之前的登录已退出；如非本人操作，请立即修改密码",
    ]);
  });
});

test("What is rolled back tells nobody", async () => {
  const order = await registerOrder();
  const finance = await ctx.loginAs("finance");
  // The call's last statement fails.
  await ctx.db.execute(
    sql`alter table audit_log add constraint no_more check (call not like '%audit%') not valid`,
  );
  const heard: string[] = [];
  const stop = ctx.platform.bus.subscribe("records.changed", ({ kind }) => void heard.push(kind));
  const answer = await fixture.orders.audit(finance, order, { pass: true });
  stop();
  await ctx.db.execute(sql`alter table audit_log drop constraint no_more`);
  expect(answer.body.state).not.toBe(0);
  expect((await fixture.orders.getRecord(order.id)).status).toBe("auditing");
  expect([await readAll(), heard]).toEqual([[], []]);
});

// Last: the sessions expire meanwhile.
test("Expiring companies are told once a day: to operators all, to managers their own", async () => {
  const soon = new Date(ctx.clock.now().getTime() + 3 * 86_400_000);
  await ctx.db.delete(serviceNotices);
  await ctx.db.delete(serviceGrants);
  const [first, second] = await ctx.db.select().from(companies).where(eq(companies.status, "normal"));
  if (!first || !second) throw new Error("The demo has two companies");
  const setManager = async (companyId: string, managerId: string) => {
    await ctx.db.update(companies).set({ managerId }).where(eq(companies.id, companyId));
    await insertGrants(ctx, [{ companyId, expireAt: soon }]);
  };
  await setManager(first.id, ctx.staff.finance.id);
  await setManager(second.id, ctx.staff.operator.id);
  const expected = [
    "finance companiesExpiring 您负责的 1 家企业有服务将在 7 天内到期",
    "operator companiesExpiring 7 天内有 2 家企业的服务到期，其中您负责 1 家",
  ];
  await notifyExpiring(ctx.platform);
  await notifyExpiring(ctx.platform);
  expect((await readAll()).sort()).toEqual(expected);
  ctx.clock.advance(86_400_000);
  await notifyExpiring(ctx.platform);
  expect((await readAll()).sort()).toEqual([...expected, ...expected].sort());
  // 07:59 in Shanghai.
  ctx.clock.advance(86_400_000 - 2 * 3_600_000 - 60_000);
  await notifyExpiring(ctx.platform);
  expect(await readAll()).toHaveLength(4);
});
