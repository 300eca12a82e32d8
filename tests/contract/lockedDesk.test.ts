import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lockedDeskCalls } from "../../adapters/contract/lockedDesk.ts";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { signInCalls } from "../../adapters/contract/session.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { loginFailures } from "../../server/db/schema/loginFailures.ts";
import { sessions } from "../../server/db/schema/sessions.ts";
import { type Headers, md5, openSession, password, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";

let on: TestPlatform;
let headers: Headers;
beforeAll(async () => {
  on = await testPlatform();
});
afterAll(() => on.close());
beforeEach(async () => {
  await on.db.delete(loginFailures);
  await on.db.delete(sessions);
  headers = await openSession(on.platform, on.staff.duty.id);
});

async function unlock(word: string) {
  const answer = await send(
    on.app,
    lockedDeskCalls.sessionUnlock,
    { body: { password: md5(word) } },
    headers,
  );
  return [answer.status, answer.body.state, answer.body.message];
}
const login = (word: string) =>
  send(on.app, signInCalls.login, {
    body: { phoneNumber: on.staff.duty.phoneNumber, password: md5(word) },
  });
const sessionsNow = () => on.db.select({ id: sessions.id, endedAt: sessions.endedAt }).from(sessions);
async function audited() {
  const rows = await on.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.call, "POST /x/session/unlock"))
    .orderBy(auditLog.id);
  return rows.at(-1);
}

test("The own password unlocks the desk; the session is the same, and goes on", async () => {
  const before = await sessionsNow();
  expect(await unlock(password)).toEqual([200, 0, ""]);
  expect(await sessionsNow()).toEqual(before);
  expect(before).toEqual([{ id: expect.any(String), endedAt: null }]);
  expect((await send(on.app, passwordCalls.checkPwdStatus, {}, headers)).status).toBe(200);
  expect(await audited()).toMatchObject({
    staffId: on.staff.duty.id,
    entity: "session",
    entityId: before[0]?.id,
    after: { unlocked: true },
  });
});

test("A wrong password is refused and recorded without it, and the session goes on", async () => {
  expect(await unlock("not-mine")).toEqual([200, -1, "密码错误，请重新输入"]);
  expect(await sessionsNow()).toEqual([{ id: expect.any(String), endedAt: null }]);
  expect(await audited()).toMatchObject({
    staffId: on.staff.duty.id,
    after: { failed: "密码错误，请重新输入" },
  });
});

test("Another's password does not unlock", async () => {
  const next = "Another-horse-9";
  const body = { oldPassword: md5(password), newPassword: md5(next), confirmPassword: md5(next) };
  await send(on.app, passwordCalls.modifyPwd, { body }, await openSession(on.platform, on.staff.admin.id));
  expect((await unlock(next))[1]).toBe(-1);
});

test("The fifth failure locks the account, at the desk and at the login, for 15 minutes", async () => {
  const locked = "密码错误次数过多，账号已锁定，请 15 分钟后再试";
  for (const word of ["a", "b", "c", "d"]) expect((await unlock(word))[2]).toBe("密码错误，请重新输入");
  expect((await unlock("e"))[2]).toBe(locked);
  expect(await unlock(password)).toEqual([200, -1, locked]);
  expect(await audited()).toMatchObject({ after: { failed: locked } });
  expect((await login(password)).body.message).toBe(locked);
  on.clock.advance(15 * 60_000);
  expect((await unlock(password))[1]).toBe(0);
});

test("Failures at the login and at the desk are one count, which the right password clears", async () => {
  for (const word of ["a", "b"]) await login(word);
  for (const word of ["c", "d"]) await unlock(word);
  expect((await unlock(password))[1]).toBe(0);
  expect(await on.db.select().from(loginFailures)).toEqual([]);
  for (const word of ["a", "b", "c", "d"]) expect((await unlock(word))[2]).toBe("密码错误，请重新输入");
});

test("Nothing but an MD5 is taken, and nobody without a session", async () => {
  const body = { password };
  const clear = await send(on.app, lockedDeskCalls.sessionUnlock, { body }, headers);
  expect([clear.status, clear.body.data]).toEqual([
    400,
    { issues: [{ path: "password", message: expect.stringMatching(/\p{Script=Han}/u) }] },
  ]);
  expect(
    (await send(on.app, lockedDeskCalls.sessionUnlock, { body: { password: md5(password) } })).status,
  ).toBe(401);
});
