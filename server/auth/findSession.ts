import { eq } from "drizzle-orm";
import type { Role } from "../../adapters/contract/roles.ts";
import type { Db } from "../db/handle.ts";
import { type SessionRecord, sessions } from "../db/schema/sessions.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import type { AuthErrorReason } from "../http/authError.ts";
import { deniedRoles } from "./exportRoles.ts";

/** Idle time after which a session expires. */
export const sessionIdleMs = 30 * 60_000;

export interface SessionWithOwner {
  readonly session: SessionRecord;
  readonly owner: StaffRecord;
  /** Roles that may not export. */
  readonly deniedRoles: readonly Role[];
}

/** Reads the session of a token hash and its owner from the database. */
export async function findSession(db: Db, tokenHash: string): Promise<SessionWithOwner | undefined> {
  const [row] = await db
    .select({ session: sessions, owner: staff, deniedRoles })
    .from(sessions)
    .innerJoin(staff, eq(staff.id, sessions.staffId))
    .where(eq(sessions.tokenHash, tokenHash));
  return row;
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
