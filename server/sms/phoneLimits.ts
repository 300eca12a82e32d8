import { and, eq, gte, isNull, or, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../db/handle.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { smsDeclines } from "../db/schema/smsDecline.ts";
import { RefusalError } from "../errors.ts";
import { startOfShanghaiDay } from "../records/shanghaiDay.ts";

/** Messages to one phone per day in Shanghai. */
export const maxPerDay = 10;
/** Pause between two single messages to one phone. */
const cooldownMs = 60_000;

/** Matches messages created or handed to the gateway since that instant: a resent message counts again. */
const wasCreatedOrSentSince = (at: Date) =>
  or(gte(smsMessages.createdAt, at), gte(smsMessages.claimedAt, at));

const attemptsToday = sql`${smsMessages.attempts} - ${smsMessages.attemptsBefore}`;

/** Query for the number of messages that a phone was sent today; usable as a subquery. */
export const countSentToday = (db: Db, phone: string | AnyPgColumn, now: Date) =>
  db
    .select({ sentCount: sql`coalesce(sum(greatest(${attemptsToday}, 1)), 0)`.mapWith(Number) })
    .from(smsMessages)
    .where(and(eq(smsMessages.phone, phone), wasCreatedOrSentSince(startOfShanghaiDay(now))));

/** Refuses a message to a phone that has reached the daily limit; concurrent checks of one phone are serialized. */
export async function assertDailyLimit(db: Db, phone: string, now: Date): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${phone}`}, 0))`);
  const [{ sentCount = 0 } = {}] = await countSentToday(db, phone, now);
  if (sentCount >= maxPerDay)
    throw new RefusalError(`该号码今天已发送 ${sentCount} 条短信，达到每日上限，请明天再试`);
}

/** Refuses a single message to a phone that has just received one or has reached the daily limit. */
export async function assertPhoneLimits(db: Db, phone: string, now: Date): Promise<void> {
  await assertDailyLimit(db, phone, now);
  const cooldownStart = now.getTime() - cooldownMs;
  const recent = await db
    .select({ createdAt: smsMessages.createdAt, claimedAt: smsMessages.claimedAt })
    .from(smsMessages)
    .where(
      and(
        eq(smsMessages.phone, phone),
        isNull(smsMessages.batchId),
        wasCreatedOrSentSince(new Date(cooldownStart)),
      ),
    );
  const lastSentMs = Math.max(
    0,
    ...recent.flatMap(({ createdAt, claimedAt }) => [+createdAt, +(claimedAt ?? 0)]),
  );
  const seconds = Math.ceil((lastSentMs - cooldownStart) / 1000);
  if (seconds > 0) throw new RefusalError(`该号码 1 分钟内已发送过短信，请 ${seconds} 秒后再试`);
}

/** Whether a phone has declined marketing messages. */
export async function hasDeclined(db: Db, phone: string): Promise<boolean> {
  return (await db.$count(smsDeclines, eq(smsDeclines.phone, phone))) > 0;
}

/** Records that a phone declines marketing, by its reply (null) or by a staff member; the first record stays. */
export async function recordDecline(
  db: Db,
  phone: string,
  staffName: string | null,
  at: Date,
): Promise<void> {
  const source = staffName === null ? "reply" : "staff";
  await db
    .insert(smsDeclines)
    .values({ phone, source, staffName: staffName ?? "", at })
    .onConflictDoNothing();
}
