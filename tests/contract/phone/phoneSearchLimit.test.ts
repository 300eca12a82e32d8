import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { managementCalls } from "../../../adapters/contract/management.ts";
import { orderCalls } from "../../../adapters/contract/order.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { taskCalls } from "../../../adapters/contract/task.ts";
import { userCalls } from "../../../adapters/contract/user.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { phoneSearches } from "../../../server/db/schema/phoneSearch.ts";
import { createPhoneSearchLimiter } from "../../../server/list/phoneSearchLimiter.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, openSession, type RequestHeaders } from "../../helpers/testPlatform.ts";

const page = { pageNo: 1, pageSize: 1 };
let headers: RequestHeaders;
const ctx = await createTestPlatform({ env: { PHONE_SEARCH_LIMIT: "3" } });
afterAll(() => ctx.close());
beforeEach(async () => {
  // What the test before has searched is an hour old.
  ctx.clock.advance(3_600_000);
  headers = await openSession(ctx.platform, ctx.staff.operator.id);
});

const searchUsers = (keyword: string, as = headers) =>
  injectCall(ctx.app, userCalls.userPageList, { body: { ...page, keyword } }, as);
const searchCompanies = (keyword: string, as = headers) =>
  injectCall(ctx.app, companyCalls.companyPageList, { body: { ...page, keyword } }, as);

describe("Searches by phone beyond the hourly limit", () => {
  test("get 429 with Retry-After and a message, in every list and export", async () => {
    for (const { status } of [
      await searchUsers("13000000001"),
      await searchCompanies("0002"),
      await searchUsers("0003"),
    ])
      expect(status).toBe(200);
    const before = await ctx.db.$count(auditLog);
    ctx.clock.advance(20 * 60_000);
    const beyond = await searchCompanies("130 0000 0004");
    expect(beyond.status).toBe(429);
    expect(beyond.headers["retry-after"]).toBe("2400");
    expect(beyond.body).toEqual({
      state: -1,
      message: "按手机号查询次数已用完，请 40 分钟后再试",
      data: null,
    });
    const file = await injectCall(
      ctx.app,
      companyCalls.companyExport,
      { body: { keyword: "0005" } },
      headers,
    );
    expect(file.status).toBe(429);
    expect(await ctx.db.$count(auditLog)).toBe(before);
  });

  test("do not block searches for other text, further pages, or other people", async () => {
    for (const keyword of ["13000000001", "0002", "0003"]) await searchUsers(keyword);
    expect((await searchUsers("0004")).status).toBe(429);
    expect((await searchUsers("张")).status).toBe(200);
    const next = { body: { ...page, pageNo: 2, keyword: "13000000001" } };
    expect((await injectCall(ctx.app, userCalls.userPageList, next, headers)).status).toBe(200);
    const other = await openSession(ctx.platform, ctx.staff.admin.id);
    expect((await searchUsers("0004", other)).status).toBe(200);
  });

  // G6: 162 logins found a whole number in 268 s.
  test("are not allowed again by a new login", async () => {
    for (const keyword of ["13000000001", "0002", "0003"]) await searchUsers(keyword);
    const again = await openSession(ctx.platform, ctx.staff.operator.id);
    expect((await searchUsers("0004", again)).status).toBe(429);
    expect((await searchUsers("0003", again)).status).toBe(200);
  });

  test("count a number once, in any format", async () => {
    for (const keyword of ["13000000001", "130 0000 0001", "+86 130-0000-0001", "0002", "0003"])
      expect((await searchUsers(keyword)).status).toBe(200);
    expect((await searchUsers("13000000004")).status).toBe(429);
  });

  test("are accepted again when the oldest is an hour old", async () => {
    await searchUsers("0001");
    ctx.clock.advance(25 * 60_000);
    await searchUsers("0002");
    await searchUsers("0003");
    ctx.clock.advance(25 * 60_000);
    expect((await searchUsers("0004")).body.message).toBe("按手机号查询次数已用完，请 10 分钟后再试");
    ctx.clock.advance(10 * 60_000 - 1);
    expect((await searchUsers("0004")).headers["retry-after"]).toBe("1");
    ctx.clock.advance(1);
    expect((await searchUsers("0004")).status).toBe(200);
    expect((await searchUsers("0005")).status).toBe(429);
  });

  test("are counted before they run: of ten concurrent ones three succeed", async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, nth) => searchUsers(`000${nth}`)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(3).fill(200),
      ...Array<number>(7).fill(429),
    ]);
  });
});

test("Searches by phone are counted over all processes, and a restart forgets none", async () => {
  const open = () => createPhoneSearchLimiter(ctx.platform, 2);
  const by = { id: ctx.staff.operator.id, sessionId: "1" };
  await (await open().start(by, "a")).markRecorded();
  expect(await open().start(by, "b")).toMatchObject({ isRecorded: false });
  await expect(open().start(by, "c")).rejects.toThrow("按手机号查询次数已用完，请 60 分钟后再试");
  expect(await open().start(by, "a")).toMatchObject({ isRecorded: true });
  expect(await open().start({ ...by, sessionId: "2" }, "a")).toMatchObject({ isRecorded: false });
  const stored = await ctx.db.select().from(phoneSearches).where(eq(phoneSearches.staffId, by.id));
  expect(stored.map(({ hash }) => hash)).not.toContain(createHash("sha256").update("a").digest("base64"));
});

test("Lists and pickers share a limit per minute and person, and get 429 beyond it", async () => {
  const limited = await createTestPlatform({ env: { LIST_RATE_LIMIT: "12" } });
  const { app } = limited;
  const own = await openSession(limited.platform, limited.staff.operator.id);
  const calls = [userCalls.userPageList, orderCalls.orderPageList, managementCalls.pageListCompany];
  const tasks = (as = own) => injectCall(app, taskCalls.taskStartList, { body: { limit: 1 } }, as);
  for (const _ of [1, 2, 3])
    for (const call of calls) expect((await injectCall(app, call, { body: page }, own)).status).toBe(200);
  for (const _ of [1, 2, 3]) expect((await tasks()).status).toBe(200);
  for (const call of calls) {
    const { status, headers: limitHeaders, body } = await injectCall(app, call, { body: page }, own);
    expect(status).toBe(429);
    const seconds = Number(limitHeaders["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(body).toEqual({ state: -1, message: `查询太频繁，请 ${seconds} 秒后再试`, data: null });
  }
  expect((await tasks()).status).toBe(429);
  expect((await injectCall(app, passwordCalls.checkPwdStatus, {}, own)).status).toBe(200);
  expect((await injectCall(app, companyCalls.companyExport, { body: {} }, own)).status).toBe(200);
  expect((await tasks(await limited.loginAs("duty"))).status).toBe(200);
  const again = await openSession(limited.platform, limited.staff.operator.id);
  expect((await injectCall(app, userCalls.userPageList, { body: page }, again)).status).toBe(429);
  await limited.close();
});
