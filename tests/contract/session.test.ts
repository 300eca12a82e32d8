import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { endSession, endSessions, startSession } from "../../server/auth/startSession.ts";
import { updateStaff } from "../../server/auth/updateStaff.ts";
import { sessions } from "../../server/db/schema/sessions.ts";
import type { StaffRecord } from "../../server/db/schema/staff.ts";
import { tidy } from "../../server/housekeeping.ts";
import { actingOn, type Headers, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let on: TestPlatform;
beforeAll(async () => {
  on = await testPlatform();
});
afterAll(() => on.close());

const session = () => openSession(on.platform, on.staff.duty.id);
const check = async (headers: Headers) => {
  const { status, body } = await send(on.app, passwordCalls.checkPwdStatus, {}, headers);
  return [status, body.state];
};

test("A session that is not used for 30 minutes is over", async () => {
  const headers = await session();
  on.clock.advance(30 * minuteMs - 1);
  expect(await check(headers)).toEqual([200, 0]);
  on.clock.advance(30 * minuteMs - 1);
  expect(await check(headers)).toEqual([200, 0]);
  on.clock.advance(30 * minuteMs);
  expect(await check(headers)).toEqual([403, -1]);
});

test("A session is over 12 hours after login, however much it is used", async () => {
  const headers = await session();
  for (let passed = 0; passed < 12 * hourMs - 20 * minuteMs; passed += 20 * minuteMs) {
    on.clock.advance(20 * minuteMs);
    expect(await check(headers)).toEqual([200, 0]);
  }
  on.clock.advance(20 * minuteMs - 1);
  expect(await check(headers)).toEqual([200, 0]);
  on.clock.advance(1);
  expect(await check(headers)).toEqual([403, -1]);
});

test("Its time of last use is written at most once a minute", async () => {
  const start = on.clock.now();
  const headers = await session();
  const lastUsed = async () => {
    const rows = await on.db.select().from(sessions).orderBy(sessions.id);
    return rows.at(-1)?.lastUsedAt;
  };
  on.clock.advance(minuteMs - 1);
  await check(headers);
  expect(await lastUsed()).toEqual(start);
  on.clock.advance(1);
  await check(headers);
  await expect.poll(lastUsed).toEqual(on.clock.now());
});

test("A disabled or removed account is answered -2, though its session is alive", async () => {
  const headers = await session();
  const change = (fields: Partial<StaffRecord>) => updateStaff(actingOn(on), on.staff.duty.id, fields);
  await change({ status: "disabled" });
  expect(await check(headers)).toEqual([200, -2]);
  await change({ status: "normal", deletedAt: on.clock.now() });
  expect(await check(headers)).toEqual([200, -2]);
  await change({ deletedAt: null });
  expect(await check(headers)).toEqual([200, 0]);
});

test("A change of roles counts from the next call on", async () => {
  const headers = await session();
  const list = () => send(on.app, staffCalls.staffList, { body: { pageNo: 1, pageSize: 20 } }, headers);
  expect((await list()).body.state).toBe(-3);
  await updateStaff(actingOn(on), on.staff.duty.id, { roles: ["admin"] });
  expect((await list()).body.state).toBe(0);
  await updateStaff(actingOn(on), on.staff.duty.id, { roles: ["duty"] });
});

test("A session that ended is known for 30 days, then its token counts as never issued", async () => {
  const headers = await session();
  await on.db.update(sessions).set({ endedAt: on.clock.now(), endReason: "logout" });
  on.clock.advance(29 * 24 * hourMs);
  await tidy(on.platform);
  expect(await check(headers)).toEqual([403, -1]);
  on.clock.advance(2 * 24 * hourMs);
  await tidy(on.platform);
  expect(await check(headers)).toEqual([401, -1]);
});

test("A session that has ended keeps the reason, whatever would end it later", async () => {
  const { id } = await startSession(
    on.db,
    { staffId: on.staff.duty.id, platform: "web", address: "127.0.0.1" },
    { now: on.clock.now(), newId: on.platform.newId, randomBytes: on.platform.randomBytes },
  );
  await endSession(actingOn(on), id, "elsewhere");
  await endSession(actingOn(on), id, "logout");
  await endSessions(actingOn(on), { staffId: on.staff.duty.id }, "password");
  const [kept] = await on.db.select().from(sessions).where(eq(sessions.id, id));
  expect(kept?.endReason).toBe("elsewhere");
});
