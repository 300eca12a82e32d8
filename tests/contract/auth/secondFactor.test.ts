import { desc, eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { companyCalls } from "../../../adapters/contract/company.ts";
import { notificationCalls } from "../../../adapters/contract/notification.ts";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { type Enrolment, secondFactorCalls } from "../../../adapters/contract/secondFactor.ts";
import { type LoginResult, loginCalls } from "../../../adapters/contract/session.ts";
import { staffCalls } from "../../../adapters/contract/staff.ts";
import { insertStaff } from "../../../server/auth/insertStaff.ts";
import { resetSecondFactors } from "../../../server/auth/resetSecondFactors.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { recoveryCodes } from "../../../server/db/schema/recoveryCodes.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { type StaffRecord, staff } from "../../../server/db/schema/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { generateCode, giveSecondFactor } from "../../helpers/secondFactor.ts";
import { createTestPlatform, md5, openSession, testPassword } from "../../helpers/testPlatform.ts";

const ctx = await createTestPlatform({ env: { SECOND_FACTOR_ROLES: "maintainer" } });
afterAll(() => ctx.close());

let member: StaffRecord;
let count = 0;
/** A new account; of duty, which need not have a second factor. */
async function createMember(role: "duty" | "maintainer" = "duty") {
  const phoneNumber = `1380000${String(1000 + ++count)}`;
  const account = {
    name: "王芳",
    phoneNumber,
    roles: [role],
    password: md5(testPassword),
    mustChange: false,
  };
  return insertStaff(ctx.db, account, { now: ctx.clock.now(), newId: ctx.platform.newId });
}
beforeEach(async () => {
  await ctx.db.delete(loginFailures);
  member = await createMember();
});

const login = async (password = testPassword) => {
  const body = { phoneNumber: member.phoneNumber, password: md5(password) };
  return (await injectCall(ctx.app, loginCalls.login, { body })).body;
};
const sendCode = async (challenge: string, code: string) =>
  (await injectCall(ctx.app, loginCalls.loginCode, { body: { challenge, code } })).body;
async function getChallenge(): Promise<string> {
  const { state, data } = await login();
  expect(state).toBe(-6);
  return (data as { challenge: string }).challenge;
}
const signIn = async (code: string) => sendCode(await getChallenge(), code);
/** The authenticator's code, now or so many steps of 30 s later. */
const codeAt = (steps = 0, secret?: string) =>
  generateCode(new Date(ctx.clock.now().getTime() + steps * 30_000), secret);
const countSessions = () => ctx.db.$count(sessions, eq(sessions.staffId, member.id));
const getLastAudit = async () =>
  (await ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

/** Enables a second factor as the console does. */
async function enrol() {
  const headers = await openSession(ctx.platform, member.id);
  const body = { password: md5(testPassword) };
  const started = await injectCall(ctx.app, secondFactorCalls.secondFactorStart, { body }, headers);
  const { secret, uri, ticket } = started.body.data as Enrolment;
  const confirmed = await injectCall(
    ctx.app,
    secondFactorCalls.secondFactorConfirm,
    { body: { ticket, code: codeAt(0, secret) } },
    headers,
  );
  expect(confirmed.body.message).toBe("");
  return { headers, secret, uri, ticket, ...(confirmed.body.data as { recoveryCodes: string[] }) };
}

describe("Signing in with a second factor", () => {
  beforeEach(() => giveSecondFactor(ctx, member.id));

  test("opens no session for the password alone, and one for password and code", async () => {
    const answer = await login();
    expect(answer).toEqual({
      state: -6,
      message: "请输入动态验证码",
      data: { challenge: expect.stringMatching(/^[\w-]+$/) },
    });
    expect(await countSessions()).toBe(0);
    expect(await getLastAudit()).toMatchObject({ staffId: member.id, after: { secondFactor: "awaited" } });
    const { state, data } = await sendCode((answer.data as { challenge: string }).challenge, codeAt());
    expect(state).toBe(0);
    const { token, uToken, user } = data as LoginResult;
    expect(user.id).toBe(member.id);
    const headers = { authorization: token, "u-token": uToken };
    expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).body.state).toBe(0);
    expect(await getLastAudit()).toMatchObject({ staffId: member.id, after: { secondFactor: "totp" } });
  });

  test("asks for no code after a wrong password", async () => {
    expect(await login("wrong")).toEqual({ state: -1, message: "手机号或密码错误", data: null });
  });

  test("accepts one step of clock drift, not two", async () => {
    expect((await signIn(codeAt(-2))).state).toBe(-6);
    expect((await signIn(codeAt(2))).state).toBe(-6);
    expect((await signIn(codeAt(-1))).state).toBe(0);
    expect((await signIn(codeAt(1))).state).toBe(0);
  });

  test("accepts a code once, also of two logins at the same time, and no earlier one afterwards", async () => {
    const [one, other] = [await getChallenge(), await getChallenge()];
    const answers = await Promise.all([sendCode(one, codeAt()), sendCode(other, codeAt())]);
    expect(answers.map(({ state }) => state).sort()).toEqual([-6, 0]);
    expect((await signIn(codeAt(-1))).state).toBe(-6);
  });

  test("locks after five wrong codes, like wrong passwords, for password and code", async () => {
    const challenge = await getChallenge();
    for (const _ of [1, 2, 3, 4])
      expect(await sendCode(challenge, "000000")).toMatchObject({
        state: -6,
        message: "验证码不正确或已使用过，请重新输入",
      });
    const locked = { state: -1, message: "密码或验证码错误次数过多，账号已锁定，请 15 分钟后再试" };
    expect(await sendCode(challenge, "000000")).toMatchObject(locked);
    expect(await sendCode(challenge, codeAt())).toMatchObject(locked);
    expect((await login()).message).toBe("密码错误次数过多，账号已锁定，请 15 分钟后再试");
    expect(await countSessions()).toBe(0);
  });

  test("a right password does not reset the count of wrong codes", async () => {
    for (const _ of [1, 2]) expect((await signIn("000000")).state).toBe(-6);
    const [row] = await ctx.db
      .select()
      .from(loginFailures)
      .where(eq(loginFailures.subject, `phone:${member.phoneNumber}`));
    expect(row?.count).toBe(2);
  });

  test("starts over after five minutes, a change of password, or with a forged challenge", async () => {
    const over = { state: -1, message: "登录已超时或账号有变更，请重新输入密码" };
    const late = await getChallenge();
    ctx.clock.advance(5 * 60_000);
    expect(await sendCode(late, codeAt())).toMatchObject(over);
    const early = await getChallenge();
    ctx.clock.advance(5 * 60_000 - 1);
    await ctx.db.update(staff).set({ passwordHash: "another" }).where(eq(staff.id, member.id));
    expect(await sendCode(early, codeAt())).toMatchObject(over);
    expect(await sendCode("AAAA", codeAt())).toMatchObject(over);
  });
});

describe("Enabling", () => {
  test("needs the password, and the first code", async () => {
    const headers = await openSession(ctx.platform, member.id);
    const start = (password: string) =>
      injectCall(
        ctx.app,
        secondFactorCalls.secondFactorStart,
        { body: { password: md5(password) } },
        headers,
      );
    expect((await start("wrong")).body.message).toBe("密码错误，请重新输入");
    const { ticket } = (await start(testPassword)).body.data as Enrolment;
    const confirm = async (body: { ticket: string; code: string }) =>
      (await injectCall(ctx.app, secondFactorCalls.secondFactorConfirm, { body }, headers)).body.message;
    expect(await confirm({ ticket, code: "000000" })).toContain("动态验证码不正确");
    expect(await confirm({ ticket: "AAAA", code: "000000" })).toBe("二维码已过期，请重新开始启用");
    expect((await login()).state).toBe(0);
  });

  test("shows ten recovery codes, each of which replaces a code once", async () => {
    const { recoveryCodes: codes } = await enrol();
    expect(codes).toHaveLength(10);
    const [first = "", second = ""] = codes;
    expect(first).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect((await signIn(first)).state).toBe(0);
    expect(await getLastAudit()).toMatchObject({
      after: { secondFactor: "recoveryCode", recoveryCodesLeft: 9 },
    });
    expect((await signIn(first)).state).toBe(-6);
    expect((await signIn(second.toUpperCase().replace("-", " "))).state).toBe(0);
  });

  test("uses up its own code, and stores and logs no secret in clear", async () => {
    const { secret, uri, ticket, recoveryCodes: codes } = await enrol();
    expect((await signIn(codeAt(0, secret))).state).toBe(-6);
    const stored = JSON.stringify([
      await ctx.db.select().from(staff),
      await ctx.db.select().from(recoveryCodes),
      await ctx.db.select().from(auditLog),
      ctx.logLines,
    ]);
    const [code = ""] = codes;
    for (const text of [secret, uri, ticket, code, code.replace("-", "")]) expect(stored).not.toContain(text);
  });
});

test("Removing needs the password and a code; wrong ones count like failed logins", async () => {
  const { headers, secret } = await enrol();
  const remove = async (password: string, code: string) => {
    const body = { password: md5(password), code };
    return (await injectCall(ctx.app, secondFactorCalls.secondFactorRemove, { body }, headers)).body.message;
  };
  expect(await remove("wrong", codeAt(1, secret))).toBe("密码错误，请重新输入");
  expect(await remove(testPassword, "000000")).toBe("验证码不正确或已使用过，请重新输入");
  expect((await ctx.db.select().from(loginFailures)).map((row) => row.count)).toEqual([2, 2]);
  expect(await remove(testPassword, codeAt(1, secret))).toBe("");
  expect(await ctx.db.$count(recoveryCodes, eq(recoveryCodes.staffId, member.id))).toBe(0);
  expect((await login()).state).toBe(0);
});

test("A role that must have it can do nothing else until it is enabled", async () => {
  member = await createMember("maintainer");
  const data = (await login()).data as LoginResult;
  const headers = { authorization: data.token, "u-token": data.uToken };
  const list = async () =>
    (await injectCall(ctx.app, staffCalls.sysAdminList, {}, headers)).body as {
      state: number;
      data: unknown;
    };
  expect(await list()).toEqual({
    state: -1,
    message: "您的角色必须启用二次验证，请先启用",
    data: { reason: "secondFactor" },
  });
  const body = { pageNo: 1, pageSize: 20 };
  const forbidden = await injectCall(ctx.app, companyCalls.companyPageList, { body }, headers);
  expect(forbidden.body.data).toEqual({ reason: "secondFactor" });
  const status = await injectCall(ctx.app, secondFactorCalls.secondFactorStatus, {}, headers);
  expect(status.body.data).toEqual({ isEnabled: false, isRequired: true, recoveryCodesLeft: 0 });
  await enrol();
  expect((await list()).state).toBe(0);
});

describe("A reset by another admin", () => {
  const reset = async (role: "admin" | "operator", { id, version }: Pick<StaffRecord, "id" | "version">) => {
    const body = { id, version, requestId: `reset-factor-${++count}` };
    return (await ctx.callAs(role, staffCalls.staffSecondFactorReset, { body })).body;
  };

  test("ends all sessions, is audited and told; afterwards the password is enough", async () => {
    const { headers } = await enrol();
    expect((await reset("admin", { id: member.id, version: member.version + 1 })).state).toBe(0);
    expect(await getLastAudit()).toMatchObject({
      staffId: ctx.staff.admin.id,
      entityId: member.id,
      after: { secondFactor: "reset" },
    });
    expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers)).status).toBe(403);
    const { token, uToken } = (await login()).data as LoginResult;
    const own = { authorization: token, "u-token": uToken };
    const told = await injectCall(ctx.app, notificationCalls.notificationList, { body: {} }, own);
    expect(told.body.data).toMatchObject({
      list: [
        { kind: "secondFactorReset", text: expect.stringContaining("管理员管理员甲重置了您的二次验证") },
      ],
    });
  });

  test("is refused without one, for oneself, and for other roles", async () => {
    expect((await reset("admin", member)).message).toBe("该账号没有启用二次验证，无需重置");
    await giveSecondFactor(ctx, ctx.staff.admin.id);
    expect((await reset("admin", ctx.staff.admin)).message).toBe("不能操作自己的账号，请由其他管理员操作");
    expect((await reset("operator", member)).state).toBe(-3);
  });
});

test("A start can reset the second factor of one phone number, with an audit row", async () => {
  await enrol();
  const reset = (phoneNumber: string) =>
    resetSecondFactors(ctx.db, eq(staff.phoneNumber, phoneNumber), "按启动参数重置二次验证", {
      now: ctx.clock.now(),
      newId: ctx.platform.newId,
    });
  await reset("13800009999");
  expect((await login()).state).toBe(-6);
  await reset(member.phoneNumber);
  expect(await getLastAudit()).toMatchObject({ staffName: "系统", entityId: member.id });
  expect(await ctx.db.$count(recoveryCodes, eq(recoveryCodes.staffId, member.id))).toBe(0);
  expect((await login()).state).toBe(0);
});
