import { and, eq, isNull } from "drizzle-orm";
import * as z from "zod/mini";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import type { loginCalls, loginChallenge } from "../../../adapters/contract/session.ts";
import * as word from "../../../adapters/contract/words.ts";
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
import { openTicket, sealTicket } from "../../auth/sealedTicket.ts";
import { consumeCode, countRecoveryCodes } from "../../auth/secondFactor.ts";
import { endSessions, startSession } from "../../auth/startSession.ts";
import { hashToken } from "../../auth/tokens.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import type { Call, EndpointInput, Handler, Handlers, PreparedHandler } from "../../call.ts";
import { consumeCaptcha, drawCaptcha, storeCaptcha } from "../../captcha/captcha.ts";
import { createRandomSource } from "../../captcha/createRandomSource.ts";
import { glyphs } from "../../captcha/glyphs.ts";
import type { Db } from "../../db/handle.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { users } from "../../db/schema/user.ts";
import { RefusalError, StateReply } from "../../errors.ts";
import { ValidationError } from "../../http/validationError.ts";
import type { SignInRefusal } from "../../log/logCalls.ts";
import { notify } from "../../notification/notify.ts";
import { findActive } from "../../records/findActive.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { readChangedRights } from "../../rights/changedRights.ts";
import { readOwnRoleNames } from "../roleRight/roleRightHandlers.ts";

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
    const member = authentication.staff;
    const passwordWeak = isPasswordWeak(password, member);
    return member.totpSecret === null
      ? openLoginSession(call, member, { passwordWeak })
      : askForCode(call, member, passwordWeak);
  }
  if (authentication.failure !== "wrong")
    return fail(authentication.failure, refusalMessages[authentication.failure]);
  const lockedUntil = await recordFailure(call.db, phoneNumber, call.address, call.now);
  if (lockedUntil) call.addLogFields({ lockedUntil });
  return fail("wrong", lockedUntil ? formatLockedMessage(lockedUntil, call.now) : refusalMessages.wrong);
}

const challengeTicket = { purpose: "login", validMs: 5 * 60_000 } as const;
const challengeContent = z.object({
  staffId: z.string(),
  /** Hash of the password's hash: a password that was changed meanwhile ends the login. */
  passwordMark: z.string(),
  passwordWeak: z.boolean(),
});

/** The password is right: opens no session, but returns the challenge for the second step. */
function askForCode(call: Call, member: StaffRecord, passwordWeak: boolean): StateReply {
  const { id, name, phoneNumber, passwordHash } = member;
  const content = { staffId: id, passwordMark: hashToken(passwordHash), passwordWeak };
  const challenge = sealTicket(call, challengeTicket, content satisfies z.infer<typeof challengeContent>);
  const after = { phoneNumber: maskPhone(phoneNumber), secondFactor: "awaited" };
  call.audit({ entityId: id, by: { id, name }, after });
  const data: z.infer<typeof loginChallenge> = { challenge };
  return new StateReply(stateCodes.codeNeeded, word.enterTotp, data);
}

/** Completes a login with a code. A wrong one counts like a wrong password. */
const loginCode: Handler<typeof loginCalls.loginCode> = async ({ body }, call) => {
  const { db, now, address, secretKey } = call;
  const challenge = openTicket({ secretKey, now }, challengeTicket.purpose, body.challenge, challengeContent);
  const known = challenge && (await findActive(db, staff, challenge.staffId));
  if (!known) throw new RefusalError(challengeOverMessage);
  const { phoneNumber } = known;
  const { lockedUntil } = await getLoginThrottle(db, phoneNumber, address, now);
  const fail = (reason: SignInRefusal, message: string, state?: number) =>
    auditFailedLogin(call, phoneNumber, { reason, message, state });
  const formatLocked = (until: Date) => formatLockedMessage(until, now, "密码或验证码");
  if (lockedUntil) return fail("locked", formatLocked(lockedUntil));
  // Locked after the throttle, as everywhere.
  const member = await findActive(db, staff, known.id, "update");
  if (member?.status !== "normal" || hashToken(member.passwordHash) !== challenge.passwordMark)
    throw new RefusalError(challengeOverMessage);
  const secondFactor = await consumeCode(call, member, body.code);
  if (secondFactor)
    return openLoginSession(call, member, { passwordWeak: challenge.passwordWeak, secondFactor });
  const newLock = await recordFailure(db, phoneNumber, address, now);
  if (!newLock) return fail("code", "验证码不正确或已使用过，请重新输入", stateCodes.codeNeeded);
  call.addLogFields({ lockedUntil: newLock });
  return fail("code", formatLocked(newLock));
};

const challengeOverMessage = "登录已超时或账号有变更，请重新输入密码";

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

interface ProvenLogin {
  readonly passwordWeak: boolean;
  readonly secondFactor?: "totp" | "recoveryCode";
}

async function openLoginSession(
  call: Call,
  member: StaffRecord,
  { passwordWeak, secondFactor }: ProvenLogin,
) {
  const { db, now } = call;
  // Locks the row: of a concurrent login and change of password or second factor one waits, and the login fails then.
  const isSame = and(
    eq(staff.passwordHash, member.passwordHash),
    secondFactor ? undefined : isNull(staff.totpSecret),
  );
  const isUnchanged = await updateStaff(call, member.id, { lastLoginAt: now, passwordWeak }, isSame);
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
  const opened = { platform, sessionId: session.id, sessionsEnded: endedSessions };
  const recoveryCodesLeft =
    secondFactor === "recoveryCode" ? await countRecoveryCodes(db, member.id) : undefined;
  call.audit({
    entityId: member.id,
    by: { id: member.id, name: member.name },
    after: { ...opened, secondFactor, recoveryCodesLeft },
  });
  const { id, name, avatar, introduction, roles, phoneNumber } = member;
  const changedRights = await readChangedRights(db, member);
  const ownRoleName = (await readOwnRoleNames(db)).get(member.ownRoleId ?? "");
  const user = { id, name, avatar, introduction, roles, changedRights, ownRoleName, phoneNumber };
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

export const signInHandlers: Handlers<typeof loginCalls> = { login, loginCode, captchaImage };
