import { and, eq, isNull } from "drizzle-orm";
import { states } from "../../../adapters/contract/envelope.ts";
import type { signInCalls } from "../../../adapters/contract/session.ts";
import {
  byAddress,
  byPhone,
  countFailure,
  forgetFailures,
  lockedText,
  locksOf,
  standing,
} from "../../auth/failures.ts";
import { endSessions, startSession } from "../../auth/startSession.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import { isDemoPassword, isWeak } from "../../auth/weakPassword.ts";
import { type Call, type InputOf, type PreparedHandler, Said } from "../../call.ts";
import { takeCaptcha } from "../../captcha/captchaStore.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { Invalid } from "../../http/invalid.ts";
import type { SignInRefusal } from "../../log/logCalls.ts";
import { maskPhone } from "../maskPhone.ts";
import { type Checked, checkPerson } from "./checkPerson.ts";

type Login = typeof signInCalls.login;

/** The one that signs in here; screens have tokens of their own. */
const platform = "web";

const refusals = {
  wrong: "手机号或密码错误",
  disabled: "账号已停用，请联系管理员",
  noConsole: "该账号没有管理后台权限，请使用企业端登录",
} as const;

/** Signs a staff member in. Every way out but a fault is kept, with its audit row. */
export const login: PreparedHandler<Login> = {
  prepare: async ({ body }, call) => {
    if ((call.header("u-platform") ?? platform) !== platform)
      throw new Invalid([{ path: "u-platform", message: "不支持的登录平台" }]);
    const locked = (await locksOf(call.db, [body.phoneNumber], call.now)).size > 0;
    // Whatever it finds is told only where captcha and count allow it, one login of a phone number after the other.
    const checked = locked ? null : await checkPerson(call.db, body.phoneNumber, body.password);
    return (input, within) => decided(input, within, checked);
  },
};

async function decided({ body }: InputOf<Login>, call: Call, checked: Checked | null) {
  const { phoneNumber, password, captchaId = "", captcha = "" } = body;
  const stands = await standing(call.db, phoneNumber, call.address, call.now);
  const refuse = (why: SignInRefusal, message: string, state?: number) =>
    failed(call, phoneNumber, { why, message, state });
  if (stands.lockedUntil) return refuse("locked", lockedText(stands.lockedUntil, call.now));
  if (stands.captchaNeeded && !(await takeCaptcha(call.db, captchaId, captcha, call.now))) {
    const message = captcha ? "验证码错误或已过期，请重新输入" : "请输入验证码";
    return refuse("captcha", message, states.captchaNeeded);
  }
  if (!checked) return refuse("retry", "账号刚刚解锁，请重新登录");
  if ("staff" in checked) {
    if (!call.demo && isDemoPassword(password)) return refuse("demoOnly", "演示账号只能在本机使用");
    return signedIn(call, checked.staff, password);
  }
  if (checked.refused !== "wrong") return refuse(checked.refused, refusals[checked.refused]);
  const lockedUntil = await countFailure(call.db, phoneNumber, call.address, call.now);
  if (lockedUntil) call.addFacts({ lockedUntil });
  return refuse("wrong", lockedUntil ? lockedText(lockedUntil, call.now) : refusals.wrong);
}

interface Failure {
  readonly why: SignInRefusal;
  readonly message: string;
  readonly state?: number | undefined;
}

/** Names the account that was tried, where the number is a staff member's, in the audit trail and in the log. */
async function failed(call: Call, phone: string, { why, message, state }: Failure): Promise<Said> {
  const [member] = await call.db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.phoneNumber, phone), isNull(staff.deletedAt)));
  const accountId = member?.id ?? null;
  call.audit({ entityId: accountId, after: { phoneNumber: maskPhone(phone), failed: message } });
  call.addFacts({ signIn: why, accountId });
  return new Said(state ?? states.refused, message);
}

async function signedIn(call: Call, member: StaffRecord, password: string) {
  const { db, now } = call;
  const passwordWeak = isWeak(password, member);
  // Locks the row: of a login and a change of the password at once, one waits, and the old password opens nothing after.
  const samePassword = eq(staff.passwordHash, member.passwordHash);
  const isUnchanged = await updateStaff(call, member.id, { lastLoginAt: now, passwordWeak }, samePassword);
  if (!isUnchanged) return failed(call, member.phoneNumber, { why: "wrong", message: refusals.wrong });
  await forgetFailures(db, [byPhone(member.phoneNumber), byAddress(call.address)]);
  const ended = await endSessions(call, { staffId: member.id, platform }, "elsewhere");
  const session = await startSession(db, { staffId: member.id, platform, address: call.address }, call);
  call.audit({
    entityId: member.id,
    by: { id: member.id, name: member.name },
    after: { platform, sessionId: session.id, sessionsEnded: ended },
  });
  const { id, name, avatar, introduction, roles, phoneNumber } = member;
  const user = { id, name, avatar, introduction, roles, phoneNumber };
  return { token: session.token, uToken: session.uToken, user };
}
