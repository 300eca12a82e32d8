import { eq } from "drizzle-orm";
import type { Call } from "../call.ts";
import { passwordHistory } from "../db/schema/passwordHistory.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import { endSessions } from "./startSession.ts";
import { isWeak } from "./weakPassword.ts";

interface NewPassword {
  readonly md5: string;
  /** Made before the transaction: it takes some milliseconds. */
  readonly passwordHash: string;
  /** Whether it counts as initial. */
  readonly mustChange: boolean;
  /** The session that goes on. */
  readonly except?: string;
}

/** Gives a staff member a new password: history, warnings begun anew, sessions ended. Answers with the new version. */
export async function setPassword(call: Call, member: StaffRecord, password: NewPassword): Promise<number> {
  const { db, now } = call;
  const { id, phoneNumber } = member;
  const { passwordHash } = password;
  const version = member.version + 1;
  await db
    .update(staff)
    .set({
      version,
      updatedAt: now,
      passwordHash,
      passwordChangedAt: now,
      passwordWeak: isWeak(password.md5, phoneNumber),
      mustChange: password.mustChange,
      warningIgnoredUntil: null,
      initialIgnored: 0,
    })
    .where(eq(staff.id, id));
  await db.insert(passwordHistory).values({ id: call.newId(), staffId: id, passwordHash, createdAt: now });
  const which = { staffId: id, ...(password.except ? { except: password.except } : {}) };
  const ended = await endSessions(db, which, "password", now);
  call.afterCommit(() => {
    for (const sessionId of ended) call.publish("session.ended", { sessionId, reason: "password" });
  });
  return version;
}
