import { createHash } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { md5Hex } from "../../../adapters/contract/fields.ts";
import type { passwordCalls } from "../../../adapters/contract/password.ts";
import { isDemoPassword, isPasswordWeak } from "../../auth/isPasswordWeak.ts";
import { formatLockedMessage, getLoginThrottle, recordFailure } from "../../auth/loginThrottle.ts";
import { hashPassword, verifyPassword } from "../../auth/passwordHash.ts";
import { setPassword } from "../../auth/setPassword.ts";
import { type Call, type EndpointInput, type PreparedHandler, RefusalError, StateReply } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { passwordHistory } from "../../db/schema/passwordHistory.ts";
import { getOwnStaff } from "../staff/getStaff.ts";

type Modify = typeof passwordCalls.modifyPwd;

const historySize = 5;
const emptyMd5 = createHash("md5").update("").digest("hex");

/**
 * Changes one's own password; every other session of the account ends. A wrong old one counts as a failed login
 * does, so that whoever finds a session open cannot go through all passwords here.
 */
export const modifyPassword: PreparedHandler<Modify> = {
  prepare: async ({ body }, prepareCall) => {
    const { oldPassword, newPassword } = body;
    const { id, passwordHash } = await getOwnStaff(prepareCall);
    const isCorrect = await verifyPassword(passwordHash, oldPassword);
    // Up to six more hashes for who knows the old one only.
    const isReused = isCorrect && (await wasUsedRecently(prepareCall.db, id, newPassword));
    const newPasswordHash = isCorrect && !isReused ? await hashPassword(newPassword) : "";
    return (input, call) =>
      applyPasswordChange(input, call, { passwordHash, isCorrect, isReused, newPasswordHash });
  },
};

interface PasswordCheck {
  /** The present password's, as it was when the others were compared with it. */
  readonly passwordHash: string;
  readonly isCorrect: boolean;
  readonly isReused: boolean;
  /** The new password's. */
  readonly newPasswordHash: string;
}

async function applyPasswordChange({ body }: EndpointInput<Modify>, call: Call, check: PasswordCheck) {
  const { oldPassword, newPassword, confirmPassword } = body;
  const { phoneNumber } = await getOwnStaff(call);
  const { lockedUntil } = await getLoginThrottle(call.db, phoneNumber, call.address, call.now);
  // Only now the row: a login takes its locks in this order too.
  const member = await getOwnStaff(call, "update");
  if (lockedUntil) return auditFailure(call, formatLockedMessage(lockedUntil, call.now));
  if ([oldPassword, newPassword].some((candidate) => candidate === "" || candidate === emptyMd5))
    throw new RefusalError("密码不能为空");
  if (![oldPassword, newPassword].every((candidate) => md5Hex.safeParse(candidate).success))
    throw new RefusalError("密码格式不正确");
  if (newPassword !== confirmPassword) throw new RefusalError("两次输入的新密码不一致");
  if (!check.isCorrect || member.passwordHash !== check.passwordHash) {
    const newLockedUntil = await recordFailure(call.db, phoneNumber, call.address, call.now);
    if (newLockedUntil) call.addLogFields({ lockedUntil: newLockedUntil });
    return auditFailure(
      call,
      newLockedUntil ? formatLockedMessage(newLockedUntil, call.now) : "原密码不正确",
    );
  }
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

function auditFailure(call: Call, message: string): StateReply {
  call.audit({ entityId: call.actor.id, after: { failed: message } });
  return new StateReply(stateCodes.refused, message);
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
