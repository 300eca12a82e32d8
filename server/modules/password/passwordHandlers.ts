import { createHash } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import { md5Hex } from "../../../adapters/contract/fields.ts";
import type { passwordCalls, pwdStatusData } from "../../../adapters/contract/password.ts";
import { isDemoPassword, isPasswordWeak } from "../../auth/isPasswordWeak.ts";
import { formatLockedMessage, getLoginThrottle } from "../../auth/loginThrottle.ts";
import { mustChangePassword } from "../../auth/mustChangePassword.ts";
import { hashPassword, verifyPassword } from "../../auth/passwordHash.ts";
import { setPassword } from "../../auth/setPassword.ts";
import { updateStaff } from "../../auth/updateStaff.ts";
import type { Call, EndpointInput, Handlers, PreparedHandler } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { passwordHistory } from "../../db/schema/passwordHistory.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { RefusalError, StateReply } from "../../errors.ts";
import { mustChangeMessage } from "../../http/authError.ts";
import { dayMs } from "../../records/shanghaiDay.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { auditFailure, rejectPassword } from "./rejectPassword.ts";

type Modify = typeof passwordCalls.modifyPwd;

const historySize = 5;
const emptyMd5 = createHash("md5").update("").digest("hex");

/**
 * Changes one's own password; every other session of the account ends. A wrong old password counts like a failed login,
 * so that an open session cannot be used to guess passwords.
 */
const modifyPassword: PreparedHandler<Modify> = {
  prepare: async ({ body }, prepareCall) => {
    const { oldPassword, newPassword } = body;
    const { id, passwordHash } = await getOwnStaff(prepareCall);
    const isCorrect = await verifyPassword(passwordHash, oldPassword);
    // Up to six more hashes, computed only if the old password is correct.
    const isReused = isCorrect && (await wasUsedRecently(prepareCall.db, id, newPassword));
    const newPasswordHash = isCorrect && !isReused ? await hashPassword(newPassword) : "";
    return (input, call) =>
      applyPasswordChange(input, call, { passwordHash, isCorrect, isReused, newPasswordHash });
  },
};

interface PasswordCheck {
  /** The current password's hash at the time of the comparison. */
  readonly passwordHash: string;
  readonly isCorrect: boolean;
  readonly isReused: boolean;
  readonly newPasswordHash: string;
}

async function applyPasswordChange({ body }: EndpointInput<Modify>, call: Call, check: PasswordCheck) {
  const { oldPassword, newPassword, confirmPassword } = body;
  const { phoneNumber } = await getOwnStaff(call);
  const { lockedUntil } = await getLoginThrottle(call.db, phoneNumber, call.address, call.now);
  // Locked after the throttle: a login takes its locks in the same order.
  const member = await getOwnStaff(call, "update");
  if (lockedUntil) return auditFailure(call, member.id, formatLockedMessage(lockedUntil, call.now));
  if ([oldPassword, newPassword].some((candidate) => candidate === "" || candidate === emptyMd5))
    throw new RefusalError("密码不能为空");
  if (![oldPassword, newPassword].every((candidate) => md5Hex.safeParse(candidate).success))
    throw new RefusalError("密码格式不正确");
  if (newPassword !== confirmPassword) throw new RefusalError("两次输入的新密码不一致");
  if (!check.isCorrect || member.passwordHash !== check.passwordHash)
    return rejectPassword(call, member.id, phoneNumber, "原密码不正确");
  if (isDemoPassword(newPassword)) throw new RefusalError("新密码是公开的演示密码，请换一个只有您知道的密码");
  if (isPasswordWeak(newPassword, member))
    throw new RefusalError(
      "新密码过于简单，容易被猜到。请换一个，避开常见密码、连续或重复的字符以及本人的姓名和手机号",
    );
  if (check.isReused) throw new RefusalError("新密码不能与最近 5 次使用过的密码相同");
  const { id } = member;
  const credentials = { md5: newPassword, passwordHash: check.newPasswordHash, mustChange: false };
  await setPassword(call, member, { ...credentials, exceptSessionId: call.actor.sessionId });
  call.audit({ entityId: id, after: { passwordChangedAt: call.now.toISOString() } });
  return null;
}

async function wasUsedRecently(db: Db, staffId: string, md5: string): Promise<boolean> {
  const recent = await db
    .select({ passwordHash: passwordHistory.passwordHash })
    .from(passwordHistory)
    .where(eq(passwordHistory.staffId, staffId))
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(historySize);
  const matches = await Promise.all(recent.map(({ passwordHash }) => verifyPassword(passwordHash, md5)));
  return matches.includes(true);
}

const maxAgeMs = 90 * dayMs;

/** The specified states of a password, with the warning's message. */
const passwordStates = {
  fine: [0, ""],
  initial: [1, "当前使用的是初始密码，请尽快修改"],
  old: [2, "密码已超过 90 天未修改，请尽快更换"],
  weak: [3, "密码过于简单，容易被猜到，请尽快修改"],
} as const;
type PasswordState = keyof typeof passwordStates;

/** The most urgent problem of a password. */
function getPasswordState(
  { mustChange, passwordWeak, passwordChangedAt }: StaffRecord,
  now: Date,
): PasswordState {
  if (mustChange) return "initial";
  if (passwordWeak) return "weak";
  return now.getTime() - passwordChangedAt.getTime() > maxAgeMs ? "old" : "fine";
}

type PwdStatus = z.infer<typeof pwdStatusData>;

const snoozeMs = 7 * dayMs;
const maxInitialIgnores = 3;

export const passwordHandlers: Handlers<typeof passwordCalls> = {
  checkPwdStatus: async (_input, call) => {
    const member = await getOwnStaff(call);
    if (mustChangePassword(!call.demo, member)) {
      const message = `${mustChangeMessage}，修改后才能继续使用`;
      return new StateReply(passwordStates.initial[0], message, { mustChange: true } satisfies PwdStatus);
    }
    const isSnoozed = member.warningIgnoredUntil !== null && call.now < member.warningIgnoredUntil;
    const [state, message] = passwordStates[isSnoozed ? "fine" : getPasswordState(member, call.now)];
    return new StateReply(state, message, { mustChange: false } satisfies PwdStatus);
  },
  ignorePwdStatus: async (_input, call) => {
    const member = await getOwnStaff(call, "update");
    if (mustChangePassword(!call.demo, member)) throw new RefusalError(mustChangeMessage);
    const state = getPasswordState(member, call.now);
    const initialIgnored = member.initialIgnored + (state === "initial" ? 1 : 0);
    if (initialIgnored > maxInitialIgnores) throw new RefusalError("初始密码的提醒最多忽略 3 次，请修改密码");
    const warningIgnoredUntil = new Date(call.now.getTime() + snoozeMs);
    await updateStaff(call, member.id, { warningIgnoredUntil, initialIgnored });
    call.audit({ entityId: member.id, after: { ignored: state, until: warningIgnoredUntil } });
    return null;
  },
  modifyPwd: modifyPassword,
};
