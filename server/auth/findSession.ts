import { eq } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type SessionRecord, sessions } from "../db/schema/sessions.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import type { DenialReason } from "../http/denied.ts";

/** Idle time after which a session is over. */
export const idleMs = 30 * 60_000;

export interface Found {
  readonly session: SessionRecord;
  readonly owner: StaffRecord;
}

/** The session of a token's hash with its owner, both as the database has them; undefined where there is none. */
export async function readSession(db: Db, tokenHash: string): Promise<Found | undefined> {
  const [row] = await db
    .select({ session: sessions, owner: staff })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(eq(sessions.tokenHash, tokenHash));
  return row;
}

/** Why a session counts no more at that moment; null where it does. */
export function denialOf({ session, owner }: Found, now: Date): DenialReason | null {
  if (session.endReason === "unusable") return "unusable";
  if (session.endReason === "elsewhere") return "elsewhere";
  if (session.endReason === "forced") return "forced";
  if (session.endedAt) return "ended";
  const idle = now.getTime() - session.lastUsedAt.getTime();
  if (now >= session.expiresAt || idle >= idleMs) return "expired";
  if (owner.status === "disabled" || owner.deletedAt) return "unusable";
  return null;
}
