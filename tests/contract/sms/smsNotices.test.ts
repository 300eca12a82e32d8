import { afterAll, expect, test } from "vitest";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { sendExpiryNotices } from "../../../server/modules/serviceGrant/sendExpiryNotices.ts";
import { setupOrders } from "../fixtures/setupFixtures.ts";

const setup = await setupOrders();
afterAll(() => setup.ctx.close());

test("A company gets one message 30, 7 and 1 days before its service ends", async () => {
  const { ctx, fixture, factory, goods } = setup;
  const company = await factory.createCompany({
    name: "到期公司",
    accountPhone: "13588880000",
    contact: "孙二",
  });
  await fixture.createPaid({
    companyId: company.id,
    items: [{ goodsId: goods.id, quantity: 1, months: 12 }],
  });
  const sendNotices = async () => {
    await sendExpiryNotices(ctx.platform);
    await sendExpiryNotices(ctx.platform);
    return (await ctx.db.select().from(smsMessages).orderBy(smsMessages.id)).map(({ content }) => content);
  };
  const dayMs = 86_400_000;
  expect(await sendNotices()).toEqual([]);
  ctx.clock.advance(335 * dayMs);
  const createExpectedText = (days: number) =>
    expect.stringMatching(
      new RegExp(`^【低空服务平台】您的服务「.+」将于${days}天后到期，请及时续费，以免影响使用。$`),
    );
  expect(await sendNotices()).toEqual([createExpectedText(30)]);
  ctx.clock.advance(23 * dayMs);
  expect(await sendNotices()).toEqual([createExpectedText(30), createExpectedText(7)]);
  ctx.clock.advance(6 * dayMs);
  expect(await sendNotices()).toEqual([createExpectedText(30), createExpectedText(7), createExpectedText(1)]);
  expect((await ctx.db.select().from(smsMessages))[0]).toMatchObject({
    phone: "13588880000",
    recipientName: "孙二",
    companyId: company.id,
    companyName: "到期公司",
    senderName: "系统",
    status: "queued",
  });
});
