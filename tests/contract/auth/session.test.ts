import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { endSession, endSessions, startSession } from "../../../server/auth/startSession.ts";
import { updateStaff } from "../../../server/auth/updateStaff.ts";
import { cleanup } from "../../../server/cleanup.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import type { StaffRecord } from "../../../server/db/schema/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  createCallContext,
  createTestPlatform,
  openSession,
  type RequestHeaders,
} from "../../helpers/testPlatform.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const ctx = await createTestPlatform();
afterAll(() => ctx.close());

const openDutySession = () => openSession(ctx.platform, ctx.staff.duty.id);
const check = async (headers: RequestHeaders) => {
  const { status, body } = await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers);
  return [status, body.state];
};

test("A session expires after 30 minutes without use", async () => {
  const headers = await openDutySession();
  ctx.clock.advance(30 * minuteMs - 1);
  expect(await check(headers)).toEqual([200, 0]);
  ctx.clock.advance(30 * minuteMs - 1);
  expect(await check(headers)).toEqual([200, 0]);
  ctx.clock.advance(30 * minuteMs);
  expect(await check(headers)).toEqual([403, -1]);
});

test("A session expires 12 hours after login, even when used", async () => {
  const headers = await openDutySession();
  for (let passed = 0; passed < 12 * hourMs - 20 * minuteMs; passed += 20 * minuteMs) {
    ctx.clock.advance(20 * minuteMs);
    expect(await check(headers)).toEqual([200, 0]);
  }
  ctx.clock.advance(20 * minuteMs - 1);
  expect(await check(headers)).toEqual([200, 0]);
  ctx.clock.advance(1);
  expect(await check(headers)).toEqual([403, -1]);
});

test("The time of last use is written at most once a minute", async () => {
  const start = ctx.clock.now();
  const headers = await openDutySession();
  const lastUsed = async () => {
    const rows = await ctx.db.select().from(sessions).orderBy(sessions.id);
    return rows.at(-1)?.lastUsedAt;
  };
  ctx.clock.advance(minuteMs - 1);
  await check(headers);
  expect(await lastUsed()).toEqual(start);
  ctx.clock.advance(1);
  await check(headers);
  await expect.poll(lastUsed).toEqual(ctx.clock.now());
});

test("A disabled or deleted account gets -2 although its session is valid", async () => {
  const headers = await openDutySession();
  const change = (fields: Partial<StaffRecord>) =>
    updateStaff(createCallContext(ctx), ctx.staff.duty.id, fields);
  await change({ status: "disabled" });
  expect(await check(headers)).toEqual([200, -2]);
  await change({ status: "normal", deletedAt: ctx.clock.now() });
  expect(await check(headers)).toEqual([200, -2]);
  await change({ deletedAt: null });
  expect(await check(headers)).toEqual([200, 0]);
});

test("A change of roles applies to the next call", async () => {
  const headers = await openDutySession();
  const list = () =>
    injectCall(ctx.app, staffCalls.staffList, { body: { pageNo: 1, pageSize: 20 } }, headers);
  expect((await list()).body.state).toBe(-3);
  await updateStaff(createCallContext(ctx), ctx.staff.duty.id, { roles: ["admin"] });
  expect((await list()).body.state).toBe(0);
  await updateStaff(createCallContext(ctx), ctx.staff.duty.id, { roles: ["duty"] });
});

test("An ended session is stored for 30 days, then its token counts as never issued", async () => {
  const headers = await openDutySession();
  await ctx.db.update(sessions).set({ endedAt: ctx.clock.now(), endReason: "logout" });
  ctx.clock.advance(29 * 24 * hourMs);
  await cleanup(ctx.platform);
  expect(await check(headers)).toEqual([403, -1]);
  ctx.clock.advance(2 * 24 * hourMs);
  await cleanup(ctx.platform);
  expect(await check(headers)).toEqual([401, -1]);
});

test("An ended session keeps its first reason", async () => {
  const { id } = await startSession(
    ctx.db,
    { staffId: ctx.staff.duty.id, platform: "web", address: "127.0.0.1" },
    { now: ctx.clock.now(), newId: ctx.platform.newId, randomBytes: ctx.platform.randomBytes },
  );
  await endSession(createCallContext(ctx), id, "elsewhere");
  await endSession(createCallContext(ctx), id, "logout");
  await endSessions(createCallContext(ctx), { staffId: ctx.staff.duty.id }, "password");
  const [stored] = await ctx.db.select().from(sessions).where(eq(sessions.id, id));
  expect(stored?.endReason).toBe("elsewhere");
});
