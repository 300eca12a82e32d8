import { asc, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { serviceGrants } from "../../../server/db/schema/serviceGrant.ts";
import { serviceNotices } from "../../../server/db/schema/serviceNotice.ts";
import { smsMessages } from "../../../server/db/schema/sms.ts";
import { sendExpiryNotices } from "../../../server/modules/serviceGrant/sendExpiryNotices.ts";
import { claimNextSms } from "../../../server/sms/claimNextSms.ts";
import { getNextNoticeTime } from "../../../server/sms/marketingHours.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession } from "../../helpers/testPlatform.ts";
import { createDataFactory } from "../fixtures/createDataFactory.ts";
import { insertGrants } from "../fixtures/insertGrants.ts";

const hourMs = 3_600_000;
const ctx = await createTestPlatform({ env: { SMS_PRICE_FEN: "4.5" } });
const factory = await createDataFactory(ctx);
afterAll(() => ctx.close());
// 10:00 in Shanghai.
const start = new Date("2026-03-02T02:00:00.000Z").getTime();

/** Moves the clock to an instant of Shanghai's calendar, never back. */
const moveTo = (wall: string) => ctx.clock.advance(Date.parse(`${wall}+08:00`) - ctx.clock.now().getTime());
const readTexts = async () =>
  (await ctx.db.select().from(smsMessages).orderBy(asc(smsMessages.companyName), asc(smsMessages.id))).map(
    ({ companyName, content }) =>
      `${companyName} ${/您的服务「(.+)」将于(.+)天后到期/.exec(content)?.slice(1).join(" ")}`,
  );
const run = async () => {
  await sendExpiryNotices(ctx.platform);
  return readTexts();
};

/** A company with services that end so many days after the first run, at its hour. */
async function insertCompany(name: string, ends: Readonly<Record<string, number>>) {
  const { id: companyId } = await factory.createCompany({ name });
  const grants = Object.entries(ends).map(([service, days]) => ({
    companyId,
    service,
    expireAt: new Date(start + days * 24 * hourMs),
  }));
  await insertGrants(ctx, grants);
  return companyId;
}

beforeEach(async () => {
  await ctx.db.delete(serviceNotices);
  await ctx.db.delete(smsMessages);
  await ctx.db.delete(serviceGrants);
});

describe("The services of a company that end soon", () => {
  test("are told in one text, each day at most one, and each step once", async () => {
    expect(ctx.clock.now().getTime()).toBe(start);
    await insertCompany("甲", { 巡检: 7, 测绘: 7, 植保: 7, 存储: 90 });
    await insertCompany("乙", { 直播: 30 });
    await insertCompany("丙", { 巡检: 1, 测绘: 20 });
    await insertCompany("丁", { 巡检: 31 });
    const first = ["丙 巡检等 2 项服务 1至20", "乙 直播 30", "甲 巡检等 3 项服务 7"].sort();
    // Runs that are repeated or at the same time.
    await Promise.all([run(), run()]);
    expect((await run()).sort()).toEqual(first);
    // The first step of 丁 is due at 10:00 of the next day, not at 08:00.
    moveTo("2026-03-03T08:00:00");
    expect((await run()).sort()).toEqual(first);
    moveTo("2026-03-03T10:00:00");
    expect((await run()).sort()).toEqual([...first, "丁 巡检 30"].sort());
    // 甲's last step, after six days.
    moveTo("2026-03-08T10:00:00");
    expect((await run()).filter((text) => text.startsWith("甲"))).toEqual([
      "甲 巡检等 3 项服务 7",
      "甲 巡检等 3 项服务 1",
    ]);
  });

  test("that come due on the day of a text wait until the next day", async () => {
    const now = ctx.clock.now().getTime();
    const inHours = (hours: number) => (now - start) / hourMs / 24 + hours / 24;
    await insertCompany("戊", { 巡检: inHours(7 * 24), 测绘: inHours(7 * 24 + 2) });
    expect(await run()).toEqual(["戊 巡检等 2 项服务 7至8"]);
    ctx.clock.advance(3 * hourMs);
    expect(await run()).toHaveLength(1);
    ctx.clock.advance(24 * hourMs);
    expect(await run()).toEqual(["戊 巡检等 2 项服务 7至8", "戊 测绘 6"]);
  });

  test("are not told once they have been renewed", async () => {
    const companyId = await insertCompany("己", {
      巡检: (ctx.clock.now().getTime() - start) / hourMs / 24 + 5,
    });
    const [grant] = await ctx.db.select().from(serviceGrants).where(eq(serviceGrants.companyId, companyId));
    if (!grant) throw new Error("There is no grant");
    const expireAt = new Date(grant.expireAt.getTime() + 365 * 24 * hourMs);
    await ctx.db
      .insert(serviceGrants)
      .values({ ...grant, id: ctx.platform.newId(), startAt: grant.expireAt, expireAt });
    expect(await run()).toEqual([]);
  });
});

test("The preview of the next run has its number of messages, their cost and samples", async () => {
  const days = (ctx.clock.now().getTime() - start) / hourMs / 24;
  await insertCompany("壬", { 巡检: days + 7, 测绘: days + 7 });
  await insertCompany("癸", { 巡检: days + 60 });
  const preview = await injectCall(
    ctx.app,
    smsTemplateCalls.smsNoticePreview,
    {},
    await openSession(ctx.platform, ctx.staff.operator.id),
  );
  expect(preview.body.data).toEqual({
    at: new Date(ctx.clock.now().getTime() + hourMs).toISOString(),
    count: 1,
    services: 2,
    totalParts: 1,
    // Four and a half, to the fen.
    costFen: 5,
    samples: [
      {
        companyName: "壬",
        content: "【低空服务平台】您的服务「巡检等 2 项服务」将于7天后到期，请及时续费，以免影响使用。",
      },
    ],
    refusal: "",
  });
  // It has sent nothing itself.
  expect(await readTexts()).toEqual([]);
  expect(await run()).toEqual(["壬 巡检等 2 项服务 7"]);
});

describe("At night", () => {
  test.each([
    ["2026-04-01T07:59:59", "2026-04-01T08:00:00"],
    ["2026-04-01T08:00:00", "2026-04-01T08:00:00"],
    ["2026-04-01T20:59:59", "2026-04-01T20:59:59"],
    ["2026-04-01T21:00:00", "2026-04-02T08:00:00"],
    ["2026-04-01T23:30:00", "2026-04-02T08:00:00"],
  ])("a notice due at %s is sent from %s", (due, sent) => {
    expect(getNextNoticeTime(new Date(`${due}+08:00`))).toEqual(new Date(`${sent}+08:00`));
  });

  test("nothing is queued, and what was queued by day is not submitted", async () => {
    moveTo("2026-04-01T20:30:00");
    const days = (ctx.clock.now().getTime() - start) / hourMs / 24;
    await insertCompany("庚", { 巡检: days + 6 });
    expect(await run()).toHaveLength(1);
    await insertCompany("辛", { 巡检: days + 6 });
    moveTo("2026-04-01T21:00:00");
    expect(await run()).toHaveLength(1);
    const claim = () => claimNextSms(ctx.platform, ctx.clock.now());
    expect(await claim()).toMatchObject({ skipped: { companyName: "庚" } });
    expect(await claim()).toBeNull();
    moveTo("2026-04-02T08:00:00");
    expect(await run()).toEqual(["庚 巡检 6", "辛 巡检 6"]);
    expect(await claim()).toMatchObject({ claimed: { companyName: "庚" } });
  });
});
