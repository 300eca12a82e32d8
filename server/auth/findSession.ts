import { eq } from "drizzle-orm";
import type { ChangedRights } from "../../adapters/contract/mayCall.ts";
import type { Db } from "../db/handle.ts";
import { type SessionRecord, sessions } from "../db/schema/sessions.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import type { AuthErrorReason } from "../http/authError.ts";
import { ownStoredRoles, toChangedRights } from "../rights/changedRights.ts";

/** Idle time after which a session expires. */
export const sessionIdleMs = 30 * 60_000;

export interface SessionWithOwner {
  readonly session: SessionRecord;
  readonly owner: StaffRecord;
  /** Differences of the person's rights from those of their roles by the contract. */
  readonly changedRights: ChangedRights | undefined;
}

/** Reads the session of a token hash and its owner from the database. */
export async function findSession(db: Db, tokenHash: string): Promise<SessionWithOwner | undefined> {
  const [row] = await db
    .select({ session: sessions, owner: staff, stored: ownStoredRoles })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(eq(sessions.tokenHash, tokenHash));
  if (!row) return undefined;
  const { stored, ...found } = row;
  return { ...found, changedRights: toChangedRights(found.owner.roles, stored) };
}

/** Why a session is not valid at that moment; null if it is. */
export function validateSession({ session, owner }: SessionWithOwner, now: Date): AuthErrorReason | null {
  if (session.endReason === "unusable") return "unusable";
  if (session.endReason === "elsewhere") return "elsewhere";
  if (session.endReason === "forced") return "forced";
  if (session.endedAt) return "ended";
  const idleForMs = now.getTime() - session.lastUsedAt.getTime();
  if (now >= session.expiresAt || idleForMs >= sessionIdleMs) return "expired";
  if (owner.status === "disabled" || owner.deletedAt) return "unusable";
  return null;
}
