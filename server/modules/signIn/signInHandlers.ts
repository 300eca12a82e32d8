import { and, eq, isNull } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { loginCalls } from "../../../adapters/contract/session.ts";
import { isDemoPassword, isPasswordWeak } from "../../auth/isPasswordWeak.ts";
import {
  clearFailures,
  formatLockedMessage,
  getLocks,
  getLoginThrottle,
  recordFailure,
  toAddressSubject,
  toPhoneSubject,
} from "../../auth/loginThrottle.ts";
import { dummyVerify, verifyPassword } from "../../auth/passwordHash.ts";
import { endSessions, startSession } from "../../auth/startSession.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import {
  type Call,
  type EndpointInput,
  type Handler,
  type Handlers,
  type PreparedHandler,
  StateReply,
} from "../../call.ts";
import { consumeCaptcha, drawCaptcha, storeCaptcha } from "../../captcha/captcha.ts";
import { createRandomSource } from "../../captcha/createRandomSource.ts";
import { glyphs } from "../../captcha/glyphs.ts";
import type { Db } from "../../db/handle.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { users } from "../../db/schema/user.ts";
import { ValidationError } from "../../http/validationError.ts";
import type { SignInRefusal } from "../../log/logCalls.ts";
import { maskPhone } from "../maskPhone.ts";
import { notify } from "../notification/notify.ts";

type AuthenticationResult =
  | { readonly staff: StaffRecord }
  /** Unknown phone or wrong password: same message, after the same time. */
  | { readonly failure: "wrong" }
  /** Correct password of an account that may not sign in. */
  | { readonly failure: "disabled" | "noConsole" };

/** Finds the account of a phone number and password. Hashes exactly one password in every case. */
async function authenticate(db: Db, phone: string, password: string): Promise<AuthenticationResult> {
  const [member] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.phoneNumber, phone), isNull(staff.deletedAt)));
  if (!member) return authenticateCompanyUser(db, phone, password);
  if (!(await verifyPassword(member.passwordHash, password))) return { failure: "wrong" };
  if (member.status === "disabled") return { failure: "disabled" };
  if (member.roles.length === 0) return { failure: "noConsole" };
  return { staff: member };
}

/** Company users have accounts too, but not for this console. */
async function authenticateCompanyUser(
  db: Db,
  phone: string,
  password: string,
): Promise<AuthenticationResult> {
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.phoneNumber, phone), isNull(users.deletedAt)));
  const isMatch = user ? await verifyPassword(user.passwordHash, password) : await dummyVerify(password);
  return { failure: isMatch ? "noConsole" : "wrong" };
}

type Login = typeof loginCalls.login;

/** The only platform that signs in here; screens use tokens. */
const platform = "web";

const refusalMessages = {
  wrong: "手机号或密码错误",
  disabled: "账号已停用，请联系管理员",
  noConsole: "该账号没有管理后台权限，请使用企业端登录",
} as const;

/** Signs a staff member in. Every outcome except an error is committed, with an audit row. */
const login: PreparedHandler<Login> = {
  prepare: async ({ body }, call) => {
    if ((call.header("u-platform") ?? platform) !== platform)
      throw new ValidationError([{ path: "u-platform", message: "不支持的登录平台" }]);
    const isLocked = (await getLocks(call.db, [body.phoneNumber], call.now)).size > 0;
    // Revealed only if throttle and captcha permit; logins of one phone number are serialized there.
    const authentication = isLocked ? null : await authenticate(call.db, body.phoneNumber, body.password);
    return (input, txCall) => completeLogin(input, txCall, authentication);
  },
};

async function completeLogin(
  { body }: EndpointInput<Login>,
  call: Call,
  authentication: AuthenticationResult | null,
) {
  const { phoneNumber, password, captchaId = "", captcha = "" } = body;
  const throttle = await getLoginThrottle(call.db, phoneNumber, call.address, call.now);
  const fail = (reason: SignInRefusal, message: string, state?: number) =>
    auditFailedLogin(call, phoneNumber, { reason, message, state });
  if (throttle.lockedUntil) return fail("locked", formatLockedMessage(throttle.lockedUntil, call.now));
  if (throttle.isCaptchaNeeded && !(await consumeCaptcha(call.db, captchaId, captcha, call.now))) {
    const message = captcha ? "验证码错误或已过期，请重新输入" : "请输入验证码";
    return fail("captcha", message, stateCodes.captchaNeeded);
  }
  if (!authentication) return fail("retry", "账号刚刚解锁，请重新登录");
  if ("staff" in authentication) {
    if (!call.demo && isDemoPassword(password)) return fail("demoOnly", "演示账号只能在本机使用");
    return openLoginSession(call, authentication.staff, password);
  }
  if (authentication.failure !== "wrong")
    return fail(authentication.failure, refusalMessages[authentication.failure]);
  const lockedUntil = await recordFailure(call.db, phoneNumber, call.address, call.now);
  if (lockedUntil) call.addLogFields({ lockedUntil });
  return fail("wrong", lockedUntil ? formatLockedMessage(lockedUntil, call.now) : refusalMessages.wrong);
}

interface LoginFailure {
  readonly reason: SignInRefusal;
  readonly message: string;
  readonly state?: number | undefined;
}

/** Records a failed login in the audit trail and the log, with the account if the phone is a staff member's. */
async function auditFailedLogin(
  call: Call,
  phone: string,
  { reason, message, state }: LoginFailure,
): Promise<StateReply> {
  const [member] = await call.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.phoneNumber, phone), isNull(staff.deletedAt)));
  const accountId = member?.id ?? null;
  call.audit({ entityId: accountId, after: { phoneNumber: maskPhone(phone), failed: message } });
  call.addLogFields({ signIn: reason, accountId });
  return new StateReply(state ?? stateCodes.refused, message);
}

async function openLoginSession(call: Call, member: StaffRecord, password: string) {
  const { db, now } = call;
  const passwordWeak = isPasswordWeak(password, member);
  // Locks the row: of a concurrent login and password change one waits, and the old password fails afterwards.
  const samePassword = eq(staff.passwordHash, member.passwordHash);
  const isUnchanged = await updateStaff(call, member.id, { lastLoginAt: now, passwordWeak }, samePassword);
  if (!isUnchanged)
    return auditFailedLogin(call, member.phoneNumber, { reason: "wrong", message: refusalMessages.wrong });
  await clearFailures(db, [toPhoneSubject(member.phoneNumber), toAddressSubject(call.address)]);
  const endedSessions = await endSessions(call, { staffId: member.id, platform }, "elsewhere");
  if (endedSessions.length > 0)
    await notify(call, [member.id], null, {
      kind: "signedInElsewhere",
      text: `您的账号从 ${call.address} 登录，之前的登录已退出；如非本人操作，请立即修改密码`,
    });
  const session = await startSession(db, { staffId: member.id, platform, address: call.address }, call);
  call.audit({
    entityId: member.id,
    by: { id: member.id, name: member.name },
    after: { platform, sessionId: session.id, sessionsEnded: endedSessions },
  });
  const { id, name, avatar, introduction, roles, phoneNumber } = member;
  const user = { id, name, avatar, introduction, roles, phoneNumber };
  return { token: session.token, uToken: session.uToken, user };
}

const captchaLength = 4;

/** Creates a captcha and draws it at the requested size. */
const captchaImage: Handler<typeof loginCalls.captchaImage> = async ({ params }, call) => {
  const random = createRandomSource(call.randomBytes(512));
  const text = Array.from({ length: captchaLength }, () => random.pick(Object.keys(glyphs))).join("");
  const captchaId = call.randomBytes(16).toString("base64url");
  await storeCaptcha(call.db, captchaId, text, call.now);
  const picture = await drawCaptcha(text, params.width, params.height, random);
  return { captchaId, image: `data:image/png;base64,${picture.toString("base64")}` };
};

export const signInHandlers: Handlers<typeof loginCalls> = { login, captchaImage };
