import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../adapters/contract/password.ts";
import { signInCalls } from "../../adapters/contract/session.ts";
import { staffCalls } from "../../adapters/contract/staff.ts";
import { templateCalls } from "../../adapters/contract/template.ts";
import { newStaff } from "../../server/auth/newStaff.ts";
import { auditLog } from "../../server/db/schema/auditLog.ts";
import { type StaffRecord, staff } from "../../server/db/schema/staff.ts";
import { type Headers, md5, openSession, type TestPlatform, testPlatform } from "../platform.ts";
import { send } from "../send.ts";
import { connect, listen, message } from "./socketClient.ts";

const first = "First-horse-1";
const next = "Second-horse-2";
const refused = { state: -1, message: "请先修改初始密码", data: { reason: "initialPassword" } };

let on: TestPlatform;
let member: StaffRecord;
let headers: Headers;
let count = 0;
beforeAll(async () => {
  on = await testPlatform({ env: { NODE_ENV: "production" } });
});
afterAll(() => on.close());
beforeEach(async () => {
  const make = { now: on.clock.now(), newId: on.platform.newId };
  const phoneNumber = `137000000${String(++count).padStart(2, "0")}`;
  const who = { name: "新管理员", phoneNumber, roles: ["admin"] as const, password: md5(first) };
  member = await newStaff(on.db, { ...who, mustChange: true }, make);
  headers = await signedIn(phoneNumber, first);
});

async function signedIn(phoneNumber: string, word: string): Promise<Headers> {
  const { body } = await send(on.app, signInCalls.login, { body: { phoneNumber, password: md5(word) } });
  expect(body.state, body.message).toBe(0);
  const { token, uToken } = body.data as { token: string; uToken: string };
  return { authorization: token, "x-token": token, "u-token": uToken };
}

const status = async (as: Headers) => (await send(on.app, passwordCalls.checkPwdStatus, {}, as)).body;
const names = (as: Headers) => send(on.app, staffCalls.sysAdminList, {}, as);
const change = (as: Headers, old = first, word = next) =>
  send(
    on.app,
    passwordCalls.modifyPwd,
    { body: { oldPassword: md5(old), newPassword: md5(word), confirmPassword: md5(word) } },
    as,
  );

describe("In production an initial password", () => {
  test("lets nothing through, with HTTP 200, state -1 and the sentence", async () => {
    const list = await names(headers);
    expect([list.status, list.body]).toEqual([200, refused]);
    const saved = { name: "同伙", phoneNumber: "13700009999", roles: ["admin" as const] };
    const save = await send(
      on.app,
      staffCalls.staffSave,
      { body: { ...saved, requestId: "accomplice" } },
      headers,
    );
    expect([save.status, save.body]).toEqual([200, refused]);
    expect(await on.db.$count(staff, eq(staff.phoneNumber, "13700009999"))).toBe(0);
  });

  test("is refused before the role is looked at, and after the session", async () => {
    await on.db
      .update(staff)
      .set({ roles: ["duty"] })
      .where(eq(staff.id, member.id));
    const body = { pageNo: 1, pageSize: 20 };
    expect((await send(on.app, staffCalls.staffList, { body }, headers)).body).toEqual(refused);
    expect((await send(on.app, staffCalls.staffList, { body })).status).toBe(401);
  });

  test("says so on the template's base without one of the codes that log out", async () => {
    const { status, body } = await send(on.app, templateCalls.templateUserInfo, {}, headers);
    const { message, data } = refused;
    expect([status, body]).toEqual([200, { code: -1, message, data }]);
  });

  test("has state 1 at every check, and tells the console that nothing else goes", async () => {
    const told = { state: 1, message: "请先修改初始密码，修改后才能继续使用", data: { mustChange: true } };
    expect(await status(headers)).toEqual(told);
    // Ignored while the platform was tried out.
    const warningIgnoredUntil = new Date(on.clock.now().getTime() + 86_400_000);
    await on.db.update(staff).set({ warningIgnoredUntil }).where(eq(staff.id, member.id));
    expect(await status(headers)).toEqual(told);
  });

  test("cannot be ignored, not even once, and the attempt leaves no row", async () => {
    const before = await on.db.$count(auditLog);
    const { status, body } = await send(on.app, passwordCalls.ignorePwdStatus, {}, headers);
    expect([status, body]).toEqual([200, { state: -1, message: "请先修改初始密码", data: null }]);
    expect(await on.db.$count(auditLog)).toBe(before);
    expect((await names(headers)).body).toEqual(refused);
  });

  test("opens everything in the same session once it is changed", async () => {
    expect((await change(headers, "wrong")).body).toMatchObject({ state: -1, message: "原密码不正确" });
    expect((await names(headers)).body).toEqual(refused);
    expect((await change(headers)).body).toMatchObject({ state: 0 });
    expect((await names(headers)).body.state).toBe(0);
    expect(await status(headers)).toEqual({ state: 0, message: "", data: { mustChange: false } });
  });

  test("stays where the new one is the public demo password or weak", async () => {
    for (const word of ["Aerial@2026", "aaaaaaaa", "12345678"])
      expect((await change(headers, first, word)).body).toMatchObject({
        state: -1,
        message: expect.stringMatching(/^新密码.*请换一个/),
      });
    expect((await names(headers)).body).toEqual(refused);
  });

  test("lets sign out", async () => {
    const { body } = await send(on.app, templateCalls.templateLogout, {}, headers);
    expect(body.code).toBe(20000);
    expect((await names(headers)).status).toBe(403);
  });

  test("is what an account has that an admin makes, and one whose password an admin resets", async () => {
    await change(headers);
    const phoneNumber = `13600000${String(count).padStart(3, "0")}`;
    const made = await send(
      on.app,
      staffCalls.staffSave,
      { body: { name: "新同事", phoneNumber, roles: ["duty"], requestId: `made-${count}-account` } },
      headers,
    );
    const { id, initialPassword } = made.body.data as { id: string; initialPassword: string };
    const colleague = await signedIn(phoneNumber, initialPassword);
    expect((await names(colleague)).body).toEqual(refused);
    expect((await change(colleague, initialPassword)).body.state).toBe(0);
    expect((await names(colleague)).body.state).toBe(0);

    const [{ version = 0 } = {}] = await on.db.select().from(staff).where(eq(staff.id, id));
    const target = { id, version, requestId: `reset-${count}-account` };
    const reset = await send(on.app, staffCalls.staffReset, { body: target }, headers);
    const again = reset.body.data as { initialPassword: string };
    expect((await names(colleague)).status).toBe(403);
    expect((await names(await signedIn(phoneNumber, again.initialPassword))).body).toEqual(refused);
  });

  test("keeps its socket, without any data, and gets them on it after the change", async () => {
    const client = await connect(await listen(on));
    client.say(message(1, member.id, headers));
    await client.frame(1);
    client.say(message(3, member.id, headers, "*"));
    expect((await client.frame(9)).data).toEqual({
      message: "请先修改初始密码",
      reason: "initialPassword",
    });
    client.say(message(2, member.id, headers));
    await client.frame(2);
    let binaries = 0;
    client.raw.on("message", (_data, binary) => binary && binaries++);
    on.live.tick();
    client.say(message(2, member.id, headers));
    await client.frame(2);
    expect([client.frames, binaries]).toEqual([[], 0]);
    expect((await change(headers)).body.state).toBe(0);
    client.say(message(3, member.id, headers, "*"));
    client.say(message(2, member.id, headers));
    await client.frame(2);
    on.live.tick();
    await client.frame(3);
    await expect.poll(() => binaries).toBeGreaterThan(0);
    client.raw.close();
  });
});

test("Outside of production an initial password is only warned of", async () => {
  const demo = await testPlatform();
  const { id } = demo.staff.duty;
  await demo.db.update(staff).set({ mustChange: true }).where(eq(staff.id, id));
  const own = await openSession(demo.platform, id);
  expect((await send(demo.app, staffCalls.sysAdminList, {}, own)).body.state).toBe(0);
  const { body } = await send(demo.app, passwordCalls.checkPwdStatus, {}, own);
  expect(body).toEqual({
    state: 1,
    message: "当前使用的是初始密码，请尽快修改",
    data: { mustChange: false },
  });
  expect((await send(demo.app, passwordCalls.ignorePwdStatus, {}, own)).body.state).toBe(0);
  await demo.close();
});
