import { eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type SessionRecord, sessions } from "../db/schema/sessions.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import type { DenialReason } from "../http/denied.ts";
import { tokenHash } from "./tokens.ts";

/** Idle time after which a session is over. */
export const idleMs = 30 * 60_000;
/** How exact the time of last use is kept, so that not every call writes. */
const touchMs = 60_000;

export interface Found {
  readonly session: SessionRecord;
  readonly owner: StaffRecord;
}

/** The live session of a token with its owner as they are now, or why there is none. */
export async function findSession(db: Db, token: string, now: Date): Promise<Found | DenialReason> {
  const [row] = await db
    .select({ session: sessions, owner: staff })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(eq(sessions.tokenHash, tokenHash(token)));
  if (!row) return "unknown";
  const { session, owner } = row;
  if (session.endReason === "unusable") return "unusable";
  if (session.endReason === "elsewhere") return "elsewhere";
  if (session.endReason === "forced") return "forced";
  if (session.endedAt) return "ended";
  const idle = now.getTime() - session.lastUsedAt.getTime();
  if (now >= session.expiresAt || idle >= idleMs) return "expired";
  if (owner.status === "disabled" || owner.deletedAt) return "unusable";
  return row;
}

/** Notes that a session is in use, at most once a minute. */
export async function touchSession(db: Db, session: SessionRecord, now: Date): Promise<void> {
  if (now.getTime() - session.lastUsedAt.getTime() < touchMs) return;
  await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, session.id));
}
