import { eq, inArray, sql } from "drizzle-orm";
import * as word from "../../adapters/contract/words.ts";
import type { Db } from "../db/handle.ts";
import { loginFailures } from "../db/schema/loginFailures.ts";

const captchaThreshold = 3;
const lockThreshold = 5;
const lockMs = 15 * 60_000;

/** Keys by which failures are counted. */
export const toPhoneSubject = (phone: string) => `phone:${phone}`;
export const toAddressSubject = (address: string) => `address:${address}`;

export interface LoginThrottle {
  readonly isCaptchaNeeded: boolean;
  /** While set, passwords are not checked. */
  readonly lockedUntil: Date | null;
}

/**
 * Throttle of a phone number and an address, by their failures of the last 15 minutes. Locks the phone number until
 * the transaction ends, so that concurrent logins cannot evade the count.
 */
export async function getLoginThrottle(
  db: Db,
  phone: string,
  address: string,
  now: Date,
): Promise<LoginThrottle> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${toPhoneSubject(phone)}, 0))`);
  const rows = await db
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.subject, [toPhoneSubject(phone), toAddressSubject(address)]));
  const recent = rows.filter((row) => now.getTime() - row.lastAt.getTime() < lockMs);
  const lock = recent.find((row) => row.subject === toPhoneSubject(phone))?.lockedUntil ?? null;
  return {
    isCaptchaNeeded: recent.some((row) => row.count >= captchaThreshold),
    lockedUntil: lock && lock > now ? lock : null,
  };
}

/** Counts a failure for both. Returns the end of the lock if this locks the phone number. */
export async function recordFailure(db: Db, phone: string, address: string, now: Date): Promise<Date | null> {
  await incrementFailures(db, toAddressSubject(address), now);
  const count = await incrementFailures(db, toPhoneSubject(phone), now);
  if (count < lockThreshold) return null;
  const lockedUntil = new Date(now.getTime() + lockMs);
  await db
    .update(loginFailures)
    .set({ lockedUntil })
    .where(eq(loginFailures.subject, toPhoneSubject(phone)));
  return lockedUntil;
}

async function incrementFailures(db: Db, subject: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - lockMs).toISOString();
  const firstFailure = { subject, count: 1, lastAt: now };
  const count = sql`case when ${loginFailures.lastAt} > ${since}::timestamptz then ${loginFailures.count} + 1 else 1 end`;
  const [row] = await db
    .insert(loginFailures)
    .values(firstFailure)
    .onConflictDoUpdate({ target: loginFailures.subject, set: { count, lastAt: now, lockedUntil: null } })
    .returning();
  return row?.count ?? 1;
}

/** The message while locked, with the minutes left. `what` was wrong. */
export function formatLockedMessage(until: Date, now: Date, what = word.password): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / 60_000);
  return `${what}错误次数过多，账号已锁定，请 ${minutes} 分钟后再试`;
}

/** Deletes the failures of these subjects, after a login or when an admin unlocks. */
export async function clearFailures(db: Db, subjects: readonly string[]): Promise<void> {
  await db.delete(loginFailures).where(inArray(loginFailures.subject, [...subjects]));
}

/** End times of active locks, by phone number. */
export async function getLocks(
  db: Db,
  phones: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (phones.length === 0) return new Map();
  const rows = await db
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.subject, phones.map(toPhoneSubject)));
  const activeLocks = rows.flatMap(({ subject, lockedUntil }) =>
    lockedUntil && lockedUntil > now ? [[subject.slice("phone:".length), lockedUntil] as const] : [],
  );
  return new Map(activeLocks);
}
