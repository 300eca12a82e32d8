import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import type { Call } from "../call.ts";
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

/** What ending sessions takes of a call. */
export type Ending = Pick<Call, "db" | "now" | "afterCommit" | "publish">;

/** Ends live sessions of a staff member, but for the one named, and tells of it after the commit; answers with their ids. */
export function endSessions(
  call: Ending,
  which: { readonly staffId: string; readonly platform?: string; readonly except?: string },
  reason: EndReason,
): Promise<string[]> {
  const { staffId, platform, except } = which;
  const those = and(
    eq(sessions.staffId, staffId),
    platform === undefined ? undefined : eq(sessions.platform, platform),
    except === undefined ? undefined : ne(sessions.id, except),
  );
  return end(call, those, reason);
}

/** Ends one session, and tells of it after the commit; one that has ended already keeps its reason. */
export async function endSession(call: Ending, id: string, reason: EndReason): Promise<void> {
  await end(call, eq(sessions.id, id), reason);
}

async function end(
  { db, now, afterCommit, publish }: Ending,
  those: SQL | undefined,
  reason: EndReason,
): Promise<string[]> {
  const rows = await db
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(those, isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  const ids = rows.map(({ id }) => id);
  afterCommit(() => {
    for (const sessionId of ids) publish("session.ended", { sessionId, reason });
  });
  return ids;
}
