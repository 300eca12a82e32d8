import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import type { Call } from "../call.ts";
import type { Db } from "../db/handle.ts";
import { type EndReason, sessions } from "../db/schema/sessions.ts";
import { generateToken, hashToken } from "./tokens.ts";

/** A session ends this long after login, however much it is used. */
const maxSessionMs = 12 * 60 * 60_000;

interface Login {
  readonly staffId: string;
  readonly platform: string;
  readonly address: string;
}

/** Time, ids and randomness for new records. */
export interface CreationContext {
  readonly now: Date;
  readonly newId: () => string;
  readonly randomBytes: (count: number) => Buffer;
}

/** Creates a session. The tokens are returned only here; the database stores their hashes. */
export async function startSession(
  db: Db,
  login: Login,
  context: CreationContext,
): Promise<{ readonly id: string; readonly token: string; readonly uToken: string }> {
  const id = context.newId();
  const token = generateToken(context.randomBytes);
  const uToken = generateToken(context.randomBytes);
  await db.insert(sessions).values({
    id,
    ...login,
    tokenHash: hashToken(token),
    uTokenHash: hashToken(uToken),
    createdAt: context.now,
    lastUsedAt: context.now,
    expiresAt: new Date(context.now.getTime() + maxSessionMs),
  });
  return { id, token, uToken };
}

/** The part of a call that ending sessions needs. */
export type SessionEndContext = Pick<Call, "db" | "now" | "publish">;

/** Ends the open sessions of a staff member except `except`; publishes it after the commit. Returns their ids. */
export function endSessions(
  call: SessionEndContext,
  filter: { readonly staffId: string; readonly platform?: string; readonly except?: string },
  reason: EndReason,
): Promise<string[]> {
  const { staffId, platform, except } = filter;
  const condition = and(
    eq(sessions.staffId, staffId),
    platform === undefined ? undefined : eq(sessions.platform, platform),
    except === undefined ? undefined : ne(sessions.id, except),
  );
  return endWhere(call, condition, reason);
}

/** Ends one session and publishes it after the commit. The reason of an already ended session does not change. */
export async function endSession(call: SessionEndContext, id: string, reason: EndReason): Promise<void> {
  await endWhere(call, eq(sessions.id, id), reason);
}

async function endWhere(
  { db, now, publish }: SessionEndContext,
  condition: SQL | undefined,
  reason: EndReason,
): Promise<string[]> {
  const rows = await db
    .update(sessions)
    .set({ endedAt: now, endReason: reason })
    .where(and(condition, isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  const ids = rows.map(({ id }) => id);
  for (const sessionId of ids) publish("session.ended", { sessionId, reason });
  return ids;
}
