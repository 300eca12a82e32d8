import { and, eq, isNull, ne } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type EndReason, sessions } from "../db/schema/sessions.ts";
import { tokenHash, tokenOf } from "./tokens.ts";

/** A session ends this long after login, however much it is used. */
const absoluteMs = 12 * 60 * 60_000;

interface Login {
  readonly staffId: string;
  readonly platform: string;
  readonly address: string;
}

/** What a login makes of chance, time and numbering. */
export interface Makers {
  readonly now: Date;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
}

/** Opens a session; the two tokens are in this answer and nowhere else in clear. */
export async function startSession(
  db: Db,
  login: Login,
  make: Makers,
): Promise<{ readonly id: string; readonly token: string; readonly uToken: string }> {
  const id = make.newId();
  const token = tokenOf(make.randomBytes);
  const uToken = tokenOf(make.randomBytes);
  await db.insert(sessions).values({
    id,
    ...login,
    tokenHash: tokenHash(token),
    uTokenHash: tokenHash(uToken),
    createdAt: make.now,
    lastUsedAt: make.now,
    expiresAt: new Date(make.now.getTime() + absoluteMs),
  });
  return { id, token, uToken };
}

/** Ends live sessions of a staff member, but for the one named; answers with the ids of those that ended. */
export async function endSessions(
  db: Db,
  which: { readonly staffId: string; readonly platform?: string; readonly except?: string },
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const { staffId, platform, except } = which;
  const ended = await db
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(
      and(
        eq(sessions.staffId, staffId),
        platform === undefined ? undefined : eq(sessions.platform, platform),
        except === undefined ? undefined : ne(sessions.id, except),
        isNull(sessions.endedAt),
      ),
    )
    .returning({ id: sessions.id });
  return ended.map(({ id }) => id);
}

/** Ends one session; one that has ended already keeps its reason. */
export async function endSession(db: Db, id: string, reason: EndReason, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
}
