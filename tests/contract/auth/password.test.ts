import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { loginCalls } from "../../../adapters/contract/session.ts";
import { insertStaff } from "../../../server/auth/insertStaff.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { type StaffRecord, staff } from "../../../server/db/schema/staff.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, openSession, type RequestHeaders } from "../../helpers/testPlatform.ts";

const dayMs = 86_400_000;
const initialPassword = "First-horse-1";
const weakMessage =
  "新密码过于简单，容易被猜到。请换一个，避开常见密码、连续或重复的字符以及本人的姓名和手机号";
const demoPasswordMessage = "新密码是公开的演示密码，请换一个只有您知道的密码";

let member: StaffRecord;
let count = 0;
const ctx = await createTestPlatform();
afterAll(() => ctx.close());
beforeEach(async () => {
  const creationContext = { now: ctx.clock.now(), newId: ctx.platform.newId };
  const phoneNumber = `137000000${String(++count).padStart(2, "0")}`;
  const staffFields = {
    name: "测试员",
    phoneNumber,
    roles: ["duty"] as const,
    password: md5(initialPassword),
  };
  member = await insertStaff(ctx.db, { ...staffFields, mustChange: false }, creationContext);
});

const openMemberSession = () => openSession(ctx.platform, member.id);
const status = async () => {
  const { body } = await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, await openMemberSession());
  return [body.state, body.message];
};
const ignore = async () =>
  (await injectCall(ctx.app, passwordCalls.ignorePwdStatus, {}, await openMemberSession())).body;
const updateMember = (fields: Partial<StaffRecord>) =>
  ctx.db.update(staff).set(fields).where(eq(staff.id, member.id));
const login = (password: string) =>
  injectCall(ctx.app, loginCalls.login, {
    body: { phoneNumber: member.phoneNumber, password: md5(password) },
  });

interface PasswordInput {
  readonly old?: string;
  readonly next: string;
  readonly again?: string;
}
async function modify(
  { old = initialPassword, next, again = next }: PasswordInput,
  headers?: RequestHeaders,
) {
  const body = { oldPassword: md5(old), newPassword: md5(next), confirmPassword: md5(again) };
  const response = await injectCall(
    ctx.app,
    passwordCalls.modifyPwd,
    { body },
    headers ?? (await openMemberSession()),
  );
  return [response.status, response.body.state, response.body.message];
}

describe("The password's status", () => {
  test("is 0 for a good one", async () => {
    expect(await status()).toEqual([0, ""]);
  });

  test("is 1 for an initial one", async () => {
    await updateMember({ mustChange: true });
    expect(await status()).toEqual([1, "当前使用的是初始密码，请尽快修改"]);
  });

  test("is 2 after more than 90 days", async () => {
    ctx.clock.advance(90 * dayMs);
    expect(await status()).toEqual([0, ""]);
    ctx.clock.advance(1);
    expect(await status()).toEqual([2, "密码已超过 90 天未修改，请尽快更换"]);
  });

  test.each(["123456", "admin123", "Aa123456"])("is 3 for %s", async (password) => {
    const weak = await insertStaff(
      ctx.db,
      {
        name: "弱密码",
        phoneNumber: `1370000${1000 + count}`,
        roles: ["duty"],
        password: md5(password),
        mustChange: false,
      },
      { now: ctx.clock.now(), newId: ctx.platform.newId },
    );
    const headers = await openSession(ctx.platform, weak.id);
    const { body } = await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers);
    expect([body.state, body.message]).toEqual([3, "密码过于简单，容易被猜到，请尽快修改"]);
  });

  test("has no warning for 7 days after it was ignored", async () => {
    await updateMember({ mustChange: true });
    expect(await ignore()).toEqual({ state: 0, message: "", data: null });
    ctx.clock.advance(7 * dayMs - 1);
    expect((await status())[0]).toBe(0);
    ctx.clock.advance(1);
    expect((await status())[0]).toBe(1);
  });

  test("of an initial password can be ignored three times", async () => {
    await updateMember({ mustChange: true });
    for (const _ of [1, 2, 3]) expect((await ignore()).state).toBe(0);
    expect(await ignore()).toMatchObject({
      state: -1,
      message: "初始密码的提醒最多忽略 3 次，请修改密码",
    });
  });
});

describe("Changing the password", () => {
  test("requires the old one and the new one twice, and the new one can sign in", async () => {
    expect(await modify({ next: "Second-horse-2" })).toEqual([200, 0, ""]);
    expect((await login(initialPassword)).body.state).toBe(-1);
    expect((await login("Second-horse-2")).body.state).toBe(0);
    expect((await status())[0]).toBe(0);
  });

  test.each<[string, PasswordInput, string]>([
    ["a wrong old one", { old: "no", next: "Second-horse-2" }, "原密码不正确"],
    ["an unequal repetition", { next: "Second-horse-2", again: "Second-horse-3" }, "两次输入的新密码不一致"],
    ["an empty one", { next: "" }, "密码不能为空"],
    ["a common one", { next: "123456" }, weakMessage],
    ["a repeated character", { next: "aaaaaaaa" }, weakMessage],
    ["a simple sequence", { next: "abcdefgh" }, weakMessage],
    ["the public demo password", { next: "Aerial@2026" }, demoPasswordMessage],
    ["the current one", { next: initialPassword }, "新密码不能与最近 5 次使用过的密码相同"],
  ])("refuses %s with a reason, and changes nothing", async (_what, input, reason) => {
    expect(await modify(input)).toEqual([200, -1, reason]);
    expect((await login(initialPassword)).body.state).toBe(0);
  });

  test("counts a wrong old one as a failed login, and locks at the fifth", async () => {
    const before = await ctx.db.$count(auditLog);
    const messages: unknown[] = [];
    for (const old of ["a", "b", "c", "d", "e"])
      messages.push((await modify({ old, next: "Second-horse-2" }))[2]);
    const locked = "密码错误次数过多，账号已锁定，请 15 分钟后再试";
    expect(messages).toEqual([...Array(4).fill("原密码不正确"), locked]);
    expect(await modify({ next: "Second-horse-2" })).toEqual([200, -1, locked]);
    expect((await login(initialPassword)).body.message).toBe(locked);
    expect((await ctx.db.$count(auditLog)) - before).toBe(7);
    ctx.clock.advance(15 * 60_000);
    expect((await modify({ next: "Second-horse-2" }))[1]).toBe(0);
  });

  test("refuses one derived from the phone number or the name", async () => {
    const { phoneNumber, name } = member;
    for (const next of [phoneNumber, phoneNumber.slice(-6), `a${phoneNumber}`, name, "ceshiyuan123"])
      expect((await modify({ next }))[2]).toBe(weakMessage);
  });

  test("refuses text that is no MD5 with state -1, not with a 400", async () => {
    const body = { oldPassword: "x", newPassword: "y", confirmPassword: "y" };
    const response = await injectCall(ctx.app, passwordCalls.modifyPwd, { body }, await openMemberSession());
    expect([response.status, response.body.state, response.body.message]).toEqual([
      200,
      -1,
      "密码格式不正确",
    ]);
  });

  test("refuses the last five and accepts the sixth last again", async () => {
    let old = initialPassword;
    for (const next of ["Horse-b-2", "Horse-c-3", "Horse-d-4", "Horse-e-5", "Horse-f-6"]) {
      ctx.clock.advance(1);
      expect((await modify({ old, next }))[1]).toBe(0);
      old = next;
    }
    expect((await modify({ old, next: "Horse-b-2" }))[2]).toBe("新密码不能与最近 5 次使用过的密码相同");
    expect((await modify({ old, next: initialPassword }))[1]).toBe(0);
  });

  test("ends the account's other sessions and keeps its own", async () => {
    const own = await openMemberSession();
    const other = await openMemberSession();
    await modify({ next: "Second-horse-2" }, own);
    expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, own)).status).toBe(200);
    expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, other)).status).toBe(403);
  });

  test("writes one audit row without either password", async () => {
    const before = await ctx.db.$count(auditLog);
    await modify({ next: "Second-horse-2" });
    const rows = await ctx.db.select().from(auditLog).orderBy(auditLog.id);
    expect(rows.length - before).toBe(1);
    expect(rows.at(-1)).toMatchObject({ entity: "staff", entityId: member.id });
    expect(JSON.stringify(rows.at(-1))).not.toContain(md5("Second-horse-2"));
  });
});
