import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import type { EndpointData } from "../../../adapters/contract/endpoint.ts";
import { invoiceCalls } from "../../../adapters/contract/invoice.ts";
import { type OrderDetail, orderCalls } from "../../../adapters/contract/order.ts";
import { goods as goodsTable } from "../../../server/db/schema/goods.ts";
import { invoices } from "../../../server/db/schema/invoice.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { uploads } from "../../../server/db/schema/upload.ts";
import { removeUnusedUploads } from "../../../server/modules/upload/removeUnusedUploads.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { readChannel } from "../catalog/catalogRecords.ts";
import { createActiveChannel } from "../fixtures/createActiveChannel.ts";
import { readCompany } from "../fixtures/readRecords.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";
import { type OrderState, refundPayee, unwrapData } from "./orderFixture.ts";

const { ctx, fixture, factory, goods, operator, finance } = await setupOrders();
afterAll(() => ctx.close());

/** A paid order of ¥1,200.00, whose channel earns a commission. */
async function createPaidWithChannel() {
  const channelId = await createActiveChannel(ctx, { ratio: 10 });
  const { id: companyId } = await factory.createCompany({ channelCodeId: channelId });
  const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
  return { channelId, companyId, order: await fixture.createPaid({ companyId, items }) };
}
const refund = async (id: string, refundFen: number) => {
  const asked = unwrapData<OrderState>(
    await fixture.cancel(operator, await fixture.getRecord(id), refundFen),
  );
  return unwrapData<OrderState>(await fixture.audit(finance, asked, { pass: true }));
};
const readGrants = (id: string) => ctx.db.select().from(serviceGrants).where(eq(serviceGrants.orderId, id));
const readSold = async () =>
  (await ctx.db.select().from(goodsTable).where(eq(goodsTable.id, goods.id)))[0]?.soldCount;

describe("a refund of a part", () => {
  test("keeps the order paid with its services, and takes back the commission in proportion", async () => {
    const { channelId, companyId, order } = await createPaidWithChannel();
    // ¥1,200.00 with 6 % tax are ¥1,132.08 without; a tenth of it.
    expect([order.exTaxFen, order.earnedFen]).toEqual([113_208, 11_321]);
    const before = { grants: await readGrants(order.id), sold: await readSold() };
    const asked = unwrapData<OrderState>(await fixture.cancel(operator, order, 30_000));
    expect(asked.status).toBe("refunding");
    expect(await fixture.getRecord(order.id)).toMatchObject({ ...refundPayee, refundAskFen: 30_000 });
    const done = unwrapData<OrderState>(await fixture.audit(finance, asked, { pass: true }));
    expect(done.status).toBe("paid");
    // 11,321 × 90,000 ÷ 120,000 = 8,490.75 fen.
    expect(await fixture.getRecord(order.id)).toMatchObject({
      paidFen: 120_000,
      refundFen: 30_000,
      refundAskFen: 0,
      refundedAt: ctx.clock.now(),
      earnedFen: 8_491,
      ...refundPayee,
    });
    expect(await readCompany(ctx.db, companyId)).toMatchObject({ orderAmountFen: 90_000 });
    expect(await readChannel(ctx.db, channelId)).toMatchObject({
      orderAmountFen: 90_000,
      commissionFen: 8_491,
    });
    expect({ grants: await readGrants(order.id), sold: await readSold() }).toEqual(before);
    expect((await fixture.getPayments(order.id)).map(({ status }) => status)).toEqual(["confirmed"]);
  });

  test("leaves the rest to be refunded, which ends the services and takes back what is left", async () => {
    const { channelId, companyId, order } = await createPaidWithChannel();
    expect((await refund(order.id, 30_000)).status).toBe("paid");
    expect((await refund(order.id, 20_000)).status).toBe("paid");
    expect(await fixture.getRecord(order.id)).toMatchObject({ refundFen: 50_000, earnedFen: 6_604 });
    const tooMuch = await fixture.cancel(operator, await fixture.getRecord(order.id), 70_001);
    expect(tooMuch.body.data).toEqual({
      issues: [{ path: "refundFen", message: "退款金额应大于 0，且不超过可退的 700.00 元" }],
    });
    expect((await refund(order.id, 70_000)).status).toBe("refunded");
    expect(await fixture.getRecord(order.id)).toMatchObject({ refundFen: 120_000, earnedFen: 0 });
    expect(await readCompany(ctx.db, companyId)).toMatchObject({ orderAmountFen: 0, expireAt: null });
    expect(await readChannel(ctx.db, channelId)).toMatchObject({ orderAmountFen: 0, commissionFen: 0 });
    expect((await readGrants(order.id)).map(({ endedAt }) => endedAt)).toEqual([ctx.clock.now()]);
    const { events } = unwrapData<OrderDetail>(
      await injectCall(ctx.app, orderCalls.orderOne, { params: { id: order.id } }, finance),
    );
    expect(
      events
        .filter(({ kind }) => kind === "approveRefund")
        .map(({ amountFen, status }) => [amountFen, status]),
    ).toEqual([
      [30_000, "paid"],
      [20_000, "paid"],
      [70_000, "refunded"],
    ]);
  });

  test("is decided by another person, and leaves no request when it is rejected", async () => {
    const { order } = await createPaidWithChannel();
    const asker = await fixture.createColleague("operator", "finance");
    const asked = unwrapData<OrderState>(await fixture.cancel(asker.headers, order, 30_000));
    expect((await fixture.audit(asker.headers, asked, { pass: true })).body.message).toBe(
      "不能审核自己申请的退款，请由其他财务人员审核",
    );
    unwrapData(await fixture.audit(finance, asked, { pass: false, remark: "账号不符" }));
    expect(await fixture.getRecord(order.id)).toMatchObject({
      status: "paid",
      refundFen: 0,
      refundAskFen: 0,
      refundedAt: null,
      refundPayee: "",
      refundAccount: "",
      earnedFen: 11_321,
    });
  });

  test("keeps its payee and document when a later request is rejected", async () => {
    const { order } = await createPaidWithChannel();
    const [createdAt, createdBy] = [ctx.clock.now(), ctx.staff.operator.id];
    const content = { contentType: "application/pdf", bytes: Buffer.from("pdf"), width: 0, height: 0 };
    await ctx.db.insert(uploads).values({ id: "7001", purpose: "payment", ...content, createdAt, createdBy });
    const { id, version } = order;
    const body = { id, version, reason: "多付", requestId: fixture.nextRequestId(), ...refundPayee };
    const asked = unwrapData<OrderState>(
      await ctx.callAs("operator", orderCalls.orderCancel, {
        body: { ...body, refundFen: 30_000, refundVoucherUrl: "/uploads/7001" },
      }),
    );
    unwrapData(await fixture.audit(finance, asked, { pass: true }));
    const later = unwrapData<OrderState>(await fixture.cancel(operator, await fixture.getRecord(id), 20_000));
    unwrapData(await fixture.audit(finance, later, { pass: false, remark: "账号不符" }));
    const inTwoDays = new Date(ctx.clock.now().getTime() + 2 * 86_400_000);
    await removeUnusedUploads(ctx.db, inTwoDays);
    expect(await ctx.db.$count(uploads)).toBe(1);
    const { events } = unwrapData<OrderDetail>(
      await injectCall(ctx.app, orderCalls.orderOne, { params: { id } }, finance),
    );
    const [first] = events.filter(({ kind }) => kind === "askRefund");
    expect(first?.voucherUrl).toMatch(/^\/uploads\/7001\?/);
    expect(first?.remark).toBe("多付；退至 晴川低空科技有限公司 招商银行深圳分行 6225880123456789");
  });

  test("needs the payee of a bank transfer, and a fully paid order", async () => {
    const { order, companyId } = await createPaidWithChannel();
    const ask = (body: object) =>
      ctx.callAs("operator", orderCalls.orderCancel, {
        body: {
          id: order.id,
          version: order.version,
          reason: "客户要求",
          requestId: fixture.nextRequestId(),
          refundFen: 1,
          ...body,
        },
      });
    for (const missing of [{}, { ...refundPayee, refundAccount: "" }])
      expect((await ask(missing)).body.message).toBe("部分退款请填写收款户名、开户行和账号");
    expect(
      (await ask({ ...refundPayee, refundVoucherUrl: `/uploads/${"1".repeat(20)}` })).body.state,
    ).not.toBe(0);
    const items = [{ goodsId: goods.id, quantity: 1, months: 12 }];
    const created = unwrapData<OrderDetail>(
      await fixture.create(await ctx.loginAs("admin"), { companyId, items }),
    );
    const part = unwrapData<OrderState>(await fixture.register(operator, created, { amountFen: 60_000 }));
    const confirmed = unwrapData<OrderState>(await fixture.audit(finance, part, { pass: true }));
    expect((await fixture.cancel(operator, confirmed, 1)).body.data).toEqual({
      issues: [{ path: "refundFen", message: "部分付款的订单只能全额退款" }],
    });
  });

  test("is not invoiced any more", async () => {
    const { order, companyId } = await createPaidWithChannel();
    await refund(order.id, 30_000);
    const { creditCode } = (await readCompany(ctx.db, companyId)) ?? { creditCode: "" };
    const buyer = { title: "晴川低空科技有限公司", taxNo: creditCode, type: "normal" as const };
    const { id } = unwrapData<EndpointData<typeof invoiceCalls.invoiceApply>>(
      await ctx.callAs("operator", invoiceCalls.invoiceApply, {
        body: {
          ...buyer,
          orderIds: [order.id],
          email: "a@example.com",
          requestId: fixture.nextRequestId(),
        },
      }),
    );
    const [invoice] = await ctx.db.select().from(invoices).where(eq(invoices.id, id));
    // ¥900.00 ÷ 1.06 = ¥849.06.
    expect(invoice).toMatchObject({ amountFen: 90_000, exTaxFen: 84_906, taxFen: 5_094 });
  });

  test("cannot exceed what was paid, whatever a program does", async () => {
    const { order } = await createPaidWithChannel();
    await expect(
      ctx.db.execute(sql`update orders set refund_fen = 120001 where id = ${order.id}`),
    ).rejects.toThrow();
    await expect(
      ctx.db.execute(
        sql`update orders set refund_fen = 90000, refund_ask_fen = 30001 where id = ${order.id}`,
      ),
    ).rejects.toThrow();
    await expect(
      ctx.db.execute(sql`update orders set status = 'refunded', refund_fen = 1 where id = ${order.id}`),
    ).rejects.toThrow();
  });
});
