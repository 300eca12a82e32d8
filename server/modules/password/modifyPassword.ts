import { createHash } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { states } from "../../../adapters/contract/envelope.ts";
import { md5Hex } from "../../../adapters/contract/fields.ts";
import type { passwordCalls } from "../../../adapters/contract/password.ts";
import { countFailure, lockedText, standing } from "../../auth/failures.ts";
import { hashPassword, passwordMatches } from "../../auth/passwordHash.ts";
import { setPassword } from "../../auth/setPassword.ts";
import { isDemoPassword, isWeak } from "../../auth/weakPassword.ts";
import { type Call, type InputOf, type PreparedHandler, Refusal, Said } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { passwordHistory } from "../../db/schema/passwordHistory.ts";
import { ownRecord } from "../staff/liveStaff.ts";

type Modify = typeof passwordCalls.modifyPwd;

const remembered = 5;
const emptyMd5 = createHash("md5").update("").digest("hex");

/**
 * Changes one's own password; every other session of the account ends. A wrong old one counts as a failed login
 * does, so that whoever finds a session open cannot go through all passwords here.
 */
export const modifyPassword: PreparedHandler<Modify> = {
  prepare: async ({ body }, own) => {
    const { oldPassword, newPassword } = body;
    const { id, passwordHash } = await ownRecord(own);
    const isRight = await passwordMatches(passwordHash, oldPassword);
    // Up to six more hashes for who knows the old one only.
    const used = isRight && (await usedLately(own.db, id, newPassword));
    const next = isRight && !used ? await hashPassword(newPassword) : "";
    return (input, call) => modified(input, call, { passwordHash, isRight, used, next });
  },
};

interface Checked {
  /** The present password's, as it was when the others were compared with it. */
  readonly passwordHash: string;
  readonly isRight: boolean;
  readonly used: boolean;
  /** The new password's. */
  readonly next: string;
}

async function modified({ body }: InputOf<Modify>, call: Call, checked: Checked) {
  const { oldPassword, newPassword, confirmPassword } = body;
  const { phoneNumber } = await ownRecord(call);
  const { lockedUntil } = await standing(call.db, phoneNumber, call.address, call.now);
  // Only now the row: a login takes its locks in this order too.
  const member = await ownRecord(call, "update");
  if (lockedUntil) return failed(call, lockedText(lockedUntil, call.now));
  if ([oldPassword, newPassword].some((one) => one === "" || one === emptyMd5))
    throw new Refusal("密码不能为空");
  if (![oldPassword, newPassword].every((one) => md5Hex.safeParse(one).success))
    throw new Refusal("密码格式不正确");
  if (newPassword !== confirmPassword) throw new Refusal("两次输入的新密码不一致");
  if (!checked.isRight || member.passwordHash !== checked.passwordHash) {
    const locked = await countFailure(call.db, phoneNumber, call.address, call.now);
    if (locked) call.addFacts({ lockedUntil: locked });
    return failed(call, locked ? lockedText(locked, call.now) : "原密码不正确");
  }
  if (isDemoPassword(newPassword)) throw new Refusal("新密码是公开的演示密码，请换一个只有您知道的密码");
  if (isWeak(newPassword, member))
    throw new Refusal(
      "新密码过于简单，容易被猜到。请换一个，避开常见密码、连续或重复的字符以及本人的姓名和手机号",
    );
  if (checked.used) throw new Refusal("新密码不能与最近 5 次使用过的密码相同");
  const { id } = member;
  const made = { md5: newPassword, passwordHash: checked.next, mustChange: false };
  await setPassword(call, member, { ...made, except: call.actor.sessionId });
  call.audit({ entityId: id, after: { passwordChangedAt: call.now.toISOString() } });
  return null;
}

function failed(call: Call, message: string): Said {
  call.audit({ entityId: call.actor.id, after: { failed: message } });
  return new Said(states.refused, message);
}

async function usedLately(db: Db, staffId: string, md5: string): Promise<boolean> {
  const last = await db
    .select({ passwordHash: passwordHistory.passwordHash })
    .from(passwordHistory)
    .where(eq(passwordHistory.staffId, staffId))
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(remembered);
  const same = await Promise.all(last.map(({ passwordHash }) => passwordMatches(passwordHash, md5)));
  return same.includes(true);
}
