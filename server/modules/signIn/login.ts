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
import { endSessions, startSession } from "../../auth/startSession.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import { type Call, type EndpointInput, type PreparedHandler, StateReply } from "../../call.ts";
import { consumeCaptcha } from "../../captcha/captchaStore.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { ValidationError } from "../../http/validationError.ts";
import type { SignInRefusal } from "../../log/logCalls.ts";
import { maskPhone } from "../maskPhone.ts";
import { type AuthenticationResult, authenticate } from "./authenticate.ts";

type Login = typeof loginCalls.login;

/** The one that signs in here; screens have tokens of their own. */
const platform = "web";

const refusalMessages = {
  wrong: "手机号或密码错误",
  disabled: "账号已停用，请联系管理员",
  noConsole: "该账号没有管理后台权限，请使用企业端登录",
} as const;

/** Signs a staff member in. Every way out but a fault is kept, with its audit row. */
export const login: PreparedHandler<Login> = {
  prepare: async ({ body }, call) => {
    if ((call.header("u-platform") ?? platform) !== platform)
      throw new ValidationError([{ path: "u-platform", message: "不支持的登录平台" }]);
    const isLocked = (await getLocks(call.db, [body.phoneNumber], call.now)).size > 0;
    // Whatever it finds is told only where captcha and count allow it, one login of a phone number after the other.
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
  if (throttle.captchaNeeded && !(await consumeCaptcha(call.db, captchaId, captcha, call.now))) {
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

/** Names the account that was tried, where the number is a staff member's, in the audit trail and in the log. */
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
  // Locks the row: of a login and a change of the password at once, one waits, and the old password opens nothing after.
  const samePassword = eq(staff.passwordHash, member.passwordHash);
  const isUnchanged = await updateStaff(call, member.id, { lastLoginAt: now, passwordWeak }, samePassword);
  if (!isUnchanged)
    return auditFailedLogin(call, member.phoneNumber, { reason: "wrong", message: refusalMessages.wrong });
  await clearFailures(db, [toPhoneSubject(member.phoneNumber), toAddressSubject(call.address)]);
  const endedSessions = await endSessions(call, { staffId: member.id, platform }, "elsewhere");
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
