import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { passwordCalls } from "../../../adapters/contract/password.ts";
import { type LoginResult, loginCalls } from "../../../adapters/contract/session.ts";
import { hashPassword } from "../../../server/auth/passwordHash.ts";
import { auditLog } from "../../../server/db/schema/auditLog.ts";
import { loginFailures } from "../../../server/db/schema/loginFailures.ts";
import { sessions } from "../../../server/db/schema/sessions.ts";
import { staff } from "../../../server/db/schema/staff.ts";
import { users } from "../../../server/db/schema/user.ts";
import { injectCall } from "../../helpers/injectCall.ts";
import { createTestPlatform, md5, testPassword } from "../../helpers/testPlatform.ts";
import { readCaptcha } from "./readCaptcha.ts";

const minuteMs = 60_000;
const operator = "13911110002";

const ctx = await createTestPlatform({ seedDemoData: true });
afterAll(() => ctx.close());
beforeEach(() => ctx.db.delete(loginFailures));

interface LoginAttempt {
  readonly phoneNumber?: string;
  readonly password?: string;
  readonly captchaId?: string;
  readonly captcha?: string;
}

const login = ({ phoneNumber = operator, password = testPassword, ...captcha }: LoginAttempt = {}) =>
  injectCall(ctx.app, loginCalls.login, { body: { phoneNumber, password: md5(password), ...captcha } });

async function signIn(phoneNumber = operator) {
  const { token, uToken } = (await login({ phoneNumber })).body.data as LoginResult;
  return { authorization: token, "u-token": uToken };
}

const getLastAudit = async () => {
  const rows = await ctx.db.select().from(auditLog).orderBy(auditLog.id);
  return rows.at(-1);
};

describe("Signing in", () => {
  test.each(["app", "WEB", "web2", ""])(
    "from platform %j is a 400 and not counted as a failure",
    async (platform) => {
      const body = { phoneNumber: operator, password: md5("wrong") };
      const response = await injectCall(ctx.app, loginCalls.login, { body }, { "u-platform": platform });
      expect([response.status, response.body.data]).toEqual([
        400,
        { issues: [{ path: "u-platform", message: "不支持的登录平台" }] },
      ]);
      expect(await ctx.db.$count(loginFailures)).toBe(0);
      expect((await injectCall(ctx.app, loginCalls.login, { body }, { "u-platform": "web" })).status).toBe(
        200,
      );
    },
  );

  //
  test("returns both tokens and the user", async () => {
    const { status, body } = await login({ phoneNumber: ` ${operator} ` });
    expect([status, body.state]).toEqual([200, 0]);
    expect(body.data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      uToken: expect.stringMatching(/^[\w-]{43}$/),
      user: {
        id: ctx.staff.operator.id,
        name: "运营乙",
        avatar: "",
        introduction: "",
        roles: ["operator"],
        phoneNumber: operator,
      },
    });
  });

  test("stores neither token in plain text", async () => {
    const headers = await signIn();
    const stored = JSON.stringify([
      await ctx.db.select().from(sessions),
      await ctx.db.select().from(auditLog),
    ]);
    expect(stored).not.toContain(headers.authorization);
    expect(stored).not.toContain(headers["u-token"]);
  });

  test("writes an audit row with user, address and time", async () => {
    await login();
    expect(await getLastAudit()).toMatchObject({
      staffId: ctx.staff.operator.id,
      staffName: "运营乙",
      address: "127.0.0.1",
      call: "POST /user/login",
      entity: "session",
      at: ctx.clock.now(),
    });
  });

  test("ends the account's earlier session, whose token then gets 403", async () => {
    const first = await signIn();
    const second = await signIn();
    const earlier = await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, first);
    expect([earlier.status, earlier.body.message]).toEqual([
      403,
      "账号已在其他地方登录，请重新登录；如非本人操作请修改密码",
    ]);
    expect((await injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, second)).status).toBe(200);
  });

  test("concurrently from three places leaves one session alive", async () => {
    const responses = await Promise.all([login(), login(), login()]);
    const checks = await Promise.all(
      responses.map(({ body }) => {
        const { token, uToken } = body.data as LoginResult;
        const headers = { authorization: token, "u-token": uToken };
        return injectCall(ctx.app, passwordCalls.checkPwdStatus, {}, headers);
      }),
    );
    expect(checks.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });
});

describe("A login that fails", () => {
  test("has the same message for a wrong password and for an unknown number", async () => {
    const wrong = await login({ password: "something else" });
    const unknown = await login({ phoneNumber: "13999999999" });
    expect(wrong.body).toEqual({ state: -1, message: "手机号或密码错误", data: null });
    expect(unknown.body).toEqual(wrong.body);
  });

  test("writes one audit row, with a masked number and without the password", async () => {
    const before = await ctx.db.$count(auditLog);
    await login({ password: "wrong one" });
    expect((await ctx.db.$count(auditLog)) - before).toBe(1);
    const row = await getLastAudit();
    expect(row).toMatchObject({
      staffId: null,
      entityId: ctx.staff.operator.id,
      after: { phoneNumber: "139****0002" },
    });
    expect(JSON.stringify(row)).not.toContain(md5("wrong one"));
  });

  test("three times requires a captcha, for the number and for the address", async () => {
    for (const password of ["a", "b", "c"]) expect((await login({ password })).body.state).toBe(-1);
    expect((await login()).body).toEqual({ state: -4, message: "请输入验证码", data: null });
    const others = await login({ phoneNumber: "13911110003" });
    expect(others.body.state).toBe(-4);
    expect((await login(await readCaptcha(ctx))).body.state).toBe(0);
    expect((await login()).body.state).toBe(0);
  });

  test("five times locks the number for 15 minutes, even with the right password", async () => {
    for (const password of ["a", "b", "c"]) await login({ password });
    await login({ password: "d", ...(await readCaptcha(ctx)) });
    const fifth = await login({ password: "e", ...(await readCaptcha(ctx)) });
    expect(fifth.body.message).toBe("密码错误次数过多，账号已锁定，请 15 分钟后再试");
    ctx.clock.advance(10 * minuteMs + 1);
    const locked = await login(await readCaptcha(ctx));
    expect(locked.body).toMatchObject({
      state: -1,
      message: "密码错误次数过多，账号已锁定，请 5 分钟后再试",
    });
    ctx.clock.advance(5 * minuteMs);
    expect((await login()).body.state).toBe(0);
  });

  test("stops counting at the captcha when many are concurrent", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, at) => login({ password: `guess ${at}` })));
    const [row] = await ctx.db
      .select()
      .from(loginFailures)
      .where(eq(loginFailures.subject, `phone:${operator}`));
    expect(row?.count).toBe(3);
  });
});

test("A password that is changed while it is being checked is refused", async () => {
  const own = eq(staff.id, ctx.staff.maintainer.id);
  const passwordHash = await hashPassword(md5("Changed-meanwhile-9"));
  const { response } = await ctx.db.transaction(async (tx) => {
    await tx.update(staff).set({ passwordHash }).where(own);
    const response = login({ phoneNumber: "13911110004" });
    // On PostgreSQL the login has read the old password by now and waits for this row.
    await new Promise((later) => setTimeout(later, 500));
    return { response };
  });
  expect((await response).body).toEqual({ state: -1, message: "手机号或密码错误", data: null });
});

describe("A captcha", () => {
  const requestCaptcha = async (height: number, width: number) => {
    const { body } = await injectCall(ctx.app, loginCalls.captchaImage, { params: { height, width } });
    const { image } = body.data as { image: string };
    expect(image).toMatch(/^data:image\/png;base64,/);
    return sharp(Buffer.from(image.split(",")[1] ?? "", "base64"));
  };

  test.each([
    [20, 20],
    [40, 120],
    [400, 400],
  ])("is drawn %i high and %i wide", async (height, width) => {
    expect(await (await requestCaptcha(height, width)).metadata()).toMatchObject({
      format: "png",
      height,
      width,
    });
  });

  test("is not blank, and each picture is different", async () => {
    const pictures = await Promise.all([requestCaptcha(40, 120), requestCaptcha(40, 120)]);
    const [first, second] = await Promise.all(pictures.map((picture) => picture.raw().toBuffer()));
    const dark = [...(first ?? [])].filter((value) => value < 100).length;
    expect(dark).toBeGreaterThan(500);
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
  });

  const needCaptcha = async () => {
    for (const password of ["a", "b", "c"]) await login({ password });
  };

  test("can be used once, right or wrong", async () => {
    await needCaptcha();
    const { captchaId, captcha } = await readCaptcha(ctx);
    const wrong = await login({ captchaId, captcha: "????" });
    expect(wrong.body).toMatchObject({ state: -4, message: "验证码错误或已过期，请重新输入" });
    expect((await login({ captchaId, captcha })).body.state).toBe(-4);
  });

  test("expires after two minutes", async () => {
    await needCaptcha();
    const early = await readCaptcha(ctx);
    ctx.clock.advance(2 * minuteMs - 1);
    expect((await login(early)).body.state).toBe(0);
    await needCaptcha();
    const late = await readCaptcha(ctx);
    ctx.clock.advance(2 * minuteMs);
    expect((await login(late)).body.state).toBe(-4);
  });
});

describe("An account that may not use the console", () => {
  test("is refused only after the right password: a disabled account", async () => {
    await ctx.db.update(staff).set({ status: "disabled" }).where(eq(staff.id, ctx.staff.finance.id));
    const phoneNumber = "13911110003";
    expect((await login({ phoneNumber })).body.message).toBe("账号已停用，请联系管理员");
    expect((await login({ phoneNumber, password: "wrong" })).body.message).toBe("手机号或密码错误");
  });

  test("is refused only after the right password: a company's user", async () => {
    const [user] = await ctx.db.select().from(users).limit(1);
    const phoneNumber = user?.phoneNumber ?? "";
    const passwordHash = await hashPassword(md5(testPassword));
    await ctx.db.update(users).set({ passwordHash }).where(eq(users.phoneNumber, phoneNumber));
    const { body } = await login({ phoneNumber });
    expect(body).toMatchObject({ state: -1, message: "该账号没有管理后台权限，请使用企业端登录" });
  });
});

test("The demo password is refused in production", async () => {
  const real = await createTestPlatform({ env: { NODE_ENV: "production", HOST: "0.0.0.0" } });
  const passwordHash = await hashPassword(md5("Aerial@2026"));
  await real.db.update(staff).set({ passwordHash });
  const body = { phoneNumber: operator, password: md5("Aerial@2026") };
  const response = await injectCall(real.app, loginCalls.login, { body });
  expect(response.body).toMatchObject({ state: -1, message: "演示账号只能在本机使用" });
  await real.close();
});
