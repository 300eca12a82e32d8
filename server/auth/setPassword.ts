import type { Call } from "../call.ts";
import { passwordHistory } from "../db/schema/passwordHistory.ts";
import type { StaffRecord } from "../db/schema/staff.ts";
import { isPasswordWeak } from "./isPasswordWeak.ts";
import { endSessions } from "./startSession.ts";
import { updateStaff } from "./updateStaff.ts";

interface NewPassword {
  readonly md5: string;
  /** Computed before the transaction, as it takes milliseconds. */
  readonly passwordHash: string;
  /** Whether it counts as initial. */
  readonly mustChange: boolean;
  /** The session that is not ended. */
  readonly exceptSessionId?: string;
}

/** Sets a password: updates the history, resets warnings, ends sessions. Returns the staff member's new version. */
export async function setPassword(call: Call, member: StaffRecord, password: NewPassword): Promise<number> {
  const { db, now } = call;
  const { id } = member;
  const { passwordHash } = password;
  const version = member.version + 1;
  await updateStaff(call, id, {
    version,
    updatedAt: now,
    passwordHash,
    passwordChangedAt: now,
    passwordWeak: isPasswordWeak(password.md5, member),
    mustChange: password.mustChange,
    warningIgnoredUntil: null,
    initialIgnored: 0,
  });
  await db.insert(passwordHistory).values({ id: call.newId(), staffId: id, passwordHash, createdAt: now });
  const filter = { staffId: id, ...(password.exceptSessionId ? { except: password.exceptSessionId } : {}) };
  await endSessions(call, filter, "password");
  return version;
}
