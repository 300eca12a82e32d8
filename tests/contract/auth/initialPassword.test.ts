import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { templateCalls } from "../../../adapters/contract/template.ts";
import { insertStaff } from "../../../server/auth/insertStaff.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { type StaffRecord, staff } from "../../../server/db/schema/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, openSession, type RequestHeaders } from "../../helpers/testPlatform.ts";
import { connectSocket, createMessage, listenSocket } from "../socket/socketClient.ts";

const firstPassword = "First-horse-1";
const changedPassword = "Second-horse-2";
const mustChangeReply = { state: -1, message: "请先修改初始密码", data: { reason: "initialPassword" } };

let member: StaffRecord;
let headers: RequestHeaders;
let count = 0;
const ctx = await createTestPlatform({ env: { NODE_ENV: "production" } });
afterAll(() => ctx.close());
beforeEach(async () => {
  const creationContext = { now: ctx.clock.now(), newId: ctx.platform.newId };
  const phoneNumber = `137000000${String(++count).padStart(2, "0")}`;
  const staffFields = {
    name: "新管理员",
    phoneNumber,
    roles: ["admin"] as const,
    password: md5(firstPassword),
  };
  member = await insertStaff(ctx.db, { ...staffFields, mustChange: true }, creationContext);
  headers = await signIn(phoneNumber, firstPassword);
});

async function signIn(phoneNumber: string, password: string): Promise<RequestHeaders> {
  const { body } = await injectCall(ctx.app, loginCalls.login, {
    body: { phoneNumber, password: md5(password) },
  });
  expect(body.state, body.message).toBe(0);
  const { token, uToken } = body.data as { token: string; uToken: string };
  return { authorization: token, "x-token": token, "u-token": uToken };
}

const status = async (as: RequestHeaders) =>
  (await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, as)).body;
const listNames = (as: RequestHeaders) => injectCall(ctx.app, staffCalls.sysAdminList, {}, as);
const changePassword = (as: RequestHeaders, old = firstPassword, password = changedPassword) =>
  injectCall(
    ctx.app,
    passwordCalls.modifyPwd,
    { body: { oldPassword: md5(old), newPassword: md5(password), confirmPassword: md5(password) } },
    as,
  );

describe("In production an initial password", () => {
  test("refuses every call with HTTP 200, state -1 and a message", async () => {
    const list = await listNames(headers);
    expect([list.status, list.body]).toEqual([200, mustChangeReply]);
    const saved = { name: "同伙", phoneNumber: "13700009999", roles: ["admin" as const] };
    const save = await injectCall(
      ctx.app,
      staffCalls.staffSave,
      { body: { ...saved, requestId: "accomplice" } },
      headers,
    );
    expect([save.status, save.body]).toEqual([200, mustChangeReply]);
    expect(await ctx.db.$count(staff, eq(staff.phoneNumber, "13700009999"))).toBe(0);
  });

  test("is refused before the role check and after the session check", async () => {
    await ctx.db
      .update(staff)
      .set({ roles: ["duty"] })
      .where(eq(staff.id, member.id));
    const body = { pageNo: 1, pageSize: 20 };
    expect((await injectCall(ctx.app, staffCalls.staffList, { body }, headers)).body).toEqual(
      mustChangeReply,
    );
    expect((await injectCall(ctx.app, staffCalls.staffList, { body })).status).toBe(401);
  });

  test("has a code on the template's base that does not log out", async () => {
    const { status, body } = await injectCall(ctx.app, templateCalls.templateUserInfo, {}, headers);
    const { message, data } = mustChangeReply;
    expect([status, body]).toEqual([200, { code: -1, message, data }]);
  });

  test("has state 1 at every check, and mustChange for the console", async () => {
    const reply = { state: 1, message: "请先修改初始密码，修改后才能继续使用", data: { mustChange: true } };
    expect(await status(headers)).toEqual(reply);
    // Ignored before the switch to production.
    const warningIgnoredUntil = new Date(ctx.clock.now().getTime() + 86_400_000);
    await ctx.db.update(staff).set({ warningIgnoredUntil }).where(eq(staff.id, member.id));
    expect(await status(headers)).toEqual(reply);
  });

  test("cannot be ignored, and the attempt writes no audit row", async () => {
    const before = await ctx.db.$count(auditLog);
    const { status, body } = await injectCall(ctx.app, passwordCalls.ignorePwdStatus, {}, headers);
    expect([status, body]).toEqual([200, { state: -1, message: "请先修改初始密码", data: null }]);
    expect(await ctx.db.$count(auditLog)).toBe(before);
    expect((await listNames(headers)).body).toEqual(mustChangeReply);
  });

  test("allows everything in the same session once it is changed", async () => {
    expect((await changePassword(headers, "wrong")).body).toMatchObject({
      state: -1,
      message: "原密码不正确",
    });
    expect((await listNames(headers)).body).toEqual(mustChangeReply);
    expect((await changePassword(headers)).body).toMatchObject({ state: 0 });
    expect((await listNames(headers)).body.state).toBe(0);
    expect(await status(headers)).toEqual({ state: 0, message: "", data: { mustChange: false } });
  });

  test("cannot be changed to the demo password or a weak one", async () => {
    for (const password of ["Aerial@2026", "aaaaaaaa", "12345678"])
      expect((await changePassword(headers, firstPassword, password)).body).toMatchObject({
        state: -1,
        message: expect.stringMatching(/^新密码.*请换一个/),
      });
    expect((await listNames(headers)).body).toEqual(mustChangeReply);
  });

  test("allows logging out", async () => {
    const { body } = await injectCall(ctx.app, templateCalls.templateLogout, {}, headers);
    expect(body.code).toBe(20000);
    expect((await listNames(headers)).status).toBe(403);
  });

  test("is that of an account that an admin creates or resets", async () => {
    await changePassword(headers);
    const phoneNumber = `13600000${String(count).padStart(3, "0")}`;
    const created = await injectCall(
      ctx.app,
      staffCalls.staffSave,
      { body: { name: "新同事", phoneNumber, roles: ["duty"], requestId: `created-${count}-account` } },
      headers,
    );
    const { id, initialPassword } = created.body.data as { id: string; initialPassword: string };
    const colleague = await signIn(phoneNumber, initialPassword);
    expect((await listNames(colleague)).body).toEqual(mustChangeReply);
    expect((await changePassword(colleague, initialPassword)).body.state).toBe(0);
    expect((await listNames(colleague)).body.state).toBe(0);

    const [{ version = 0 } = {}] = await ctx.db.select().from(staff).where(eq(staff.id, id));
    const target = { id, version, requestId: `reset-${count}-account` };
    const reset = await injectCall(ctx.app, staffCalls.staffReset, { body: target }, headers);
    const again = reset.body.data as { initialPassword: string };
    expect((await listNames(colleague)).status).toBe(403);
    expect((await listNames(await signIn(phoneNumber, again.initialPassword))).body).toEqual(mustChangeReply);
  });

  test("keeps its socket without data, and receives data after the change", async () => {
    const client = await connectSocket(await listenSocket(ctx));
    client.send(createMessage(1, member.id, headers));
    await client.nextFrame(1);
    client.send(createMessage(3, member.id, headers, "*"));
    expect((await client.nextFrame(9)).data).toEqual({
      message: "请先修改初始密码",
      reason: "initialPassword",
    });
    client.send(createMessage(2, member.id, headers));
    await client.nextFrame(2);
    let binaries = 0;
    client.raw.on("message", (_data, binary) => binary && binaries++);
    ctx.live.tick();
    client.send(createMessage(2, member.id, headers));
    await client.nextFrame(2);
    expect([client.frames, binaries]).toEqual([[], 0]);
    expect((await changePassword(headers)).body.state).toBe(0);
    client.send(createMessage(3, member.id, headers, "*"));
    client.send(createMessage(2, member.id, headers));
    await client.nextFrame(2);
    ctx.live.tick();
    await client.nextFrame(3);
    await expect.poll(() => binaries).toBeGreaterThan(0);
    client.raw.close();
  });
});

test("Outside of production an initial password only causes a warning", async () => {
  const demo = await createTestPlatform();
  const { id } = demo.staff.duty;
  await demo.db.update(staff).set({ mustChange: true }).where(eq(staff.id, id));
  const own = await openSession(demo.platform, id);
  expect((await injectCall(demo.app, staffCalls.sysAdminList, {}, own)).body.state).toBe(0);
  const { body } = await injectCall(demo.app, passwordCalls.checkPwdStatus, {}, own);
  expect(body).toEqual({
    state: 1,
    message: "当前使用的是初始密码，请尽快修改",
    data: { mustChange: false },
  });
  expect((await injectCall(demo.app, passwordCalls.ignorePwdStatus, {}, own)).body.state).toBe(0);
  await demo.close();
});
