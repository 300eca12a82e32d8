import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { lockScreenCalls } from "../../../adapters/contract/lockScreen.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import {
  createTestPlatform,
  md5,
  openSession,
  type RequestHeaders,
  testPassword,
} from "../../helpers/testPlatform.ts";

let headers: RequestHeaders;
const ctx = await createTestPlatform();
afterAll(() => ctx.close());
beforeEach(async () => {
  await ctx.db.delete(loginFailures);
  await ctx.db.delete(sessions);
  headers = await openSession(ctx.platform, ctx.staff.duty.id);
});

async function unlock(password: string) {
  const response = await injectCall(
    ctx.app,
    lockScreenCalls.sessionUnlock,
    { body: { password: md5(password) } },
    headers,
  );
  return [response.status, response.body.state, response.body.message];
}
const login = (password: string) =>
  injectCall(ctx.app, loginCalls.login, {
    body: { phoneNumber: ctx.staff.duty.phoneNumber, password: md5(password) },
  });
const getSessions = () => ctx.db.select({ id: sessions.id, endedAt: sessions.endedAt }).from(sessions);
async function getAudits() {
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.call, "POST /x/session/unlock"))
    .orderBy(auditLog.id);
  return rows.at(-1);
}

test("The user's own password unlocks the screen and keeps the session", async () => {
  const before = await getSessions();
  expect(await unlock(testPassword)).toEqual([200, 0, ""]);
  expect(await getSessions()).toEqual(before);
  expect(before).toEqual([{ id: expect.any(String), endedAt: null }]);
  expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).status).toBe(200);
  expect(await getAudits()).toMatchObject({
    staffId: ctx.staff.duty.id,
    entity: "session",
    entityId: before[0]?.id,
    after: { unlocked: true },
  });
});

test("A wrong password is refused and audited without the password, and the session continues", async () => {
  expect(await unlock("not-mine")).toEqual([200, -1, "密码错误，请重新输入"]);
  expect(await getSessions()).toEqual([{ id: expect.any(String), endedAt: null }]);
  expect(await getAudits()).toMatchObject({
    staffId: ctx.staff.duty.id,
    after: { failed: "密码错误，请重新输入" },
  });
});

test("Another user's password does not unlock", async () => {
  const next = "Another-horse-9";
  const body = { oldPassword: md5(testPassword), newPassword: md5(next), confirmPassword: md5(next) };
  await injectCall(
    ctx.app,
    passwordCalls.modifyPwd,
    { body },
    await openSession(ctx.platform, ctx.staff.admin.id),
  );
  expect((await unlock(next))[1]).toBe(-1);
});

test("The fifth failure locks the account for 15 minutes, at the lock screen and at the login", async () => {
  const locked = "密码错误次数过多，账号已锁定，请 15 分钟后再试";
  for (const password of ["a", "b", "c", "d"])
    expect((await unlock(password))[2]).toBe("密码错误，请重新输入");
  expect((await unlock("e"))[2]).toBe(locked);
  expect(await unlock(testPassword)).toEqual([200, -1, locked]);
  expect(await getAudits()).toMatchObject({ after: { failed: locked } });
  expect((await login(testPassword)).body.message).toBe(locked);
  ctx.clock.advance(15 * 60_000);
  expect((await unlock(testPassword))[1]).toBe(0);
});

test("Failures at the login and at the lock screen share one count, which the right password clears", async () => {
  for (const password of ["a", "b"]) await login(password);
  for (const password of ["c", "d"]) await unlock(password);
  expect((await unlock(testPassword))[1]).toBe(0);
  expect(await ctx.db.select().from(loginFailures)).toEqual([]);
  for (const password of ["a", "b", "c", "d"])
    expect((await unlock(password))[2]).toBe("密码错误，请重新输入");
});

test("Only an MD5 is accepted, and only with a session", async () => {
  const body = { password: testPassword };
  const clear = await injectCall(ctx.app, lockScreenCalls.sessionUnlock, { body }, headers);
  expect([clear.status, clear.body.data]).toEqual([
    400,
    { issues: [{ path: "password", message: expect.stringMatching(/\p{Script=Han}/u) }] },
  ]);
  expect(
    (await injectCall(ctx.app, lockScreenCalls.sessionUnlock, { body: { password: md5(testPassword) } }))
      .status,
  ).toBe(401);
});
