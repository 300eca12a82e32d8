import { and, count, eq, gte, isNull, max, sql } from "drizzle-orm";
import { Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { smsDeclines } from "../../db/schema/smsDecline.ts";
import { startOfDay } from "./marketingHours.ts";

/** Messages that one phone gets in a day of Shanghai. */
export const mostADay = 10;
/** Between two single messages to one phone. */
const pauseMs = 60_000;

/** Refuses a single message to a phone that has just had one, or the most of a day; who asks at the same time waits. */
export async function holdPhone(db: Db, phone: string, now: Date): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${phone}`}, 0))`);
  const since = new Date(now.getTime() - pauseMs);
  const [{ last = null } = {}] = await db
    .select({ last: max(smsMessages.createdAt) })
    .from(smsMessages)
    .where(and(eq(smsMessages.phone, phone), isNull(smsMessages.batchId)));
  if (last !== null && last > since) {
    const seconds = Math.ceil((last.getTime() - since.getTime()) / 1000);
    throw new Refusal(`该号码 1 分钟内已发送过短信，请 ${seconds} 秒后再试`);
  }
  const [{ had = 0 } = {}] = await db
    .select({ had: count() })
    .from(smsMessages)
    .where(and(eq(smsMessages.phone, phone), gte(smsMessages.createdAt, startOfDay(now))));
  if (had >= mostADay) throw new Refusal(`该号码今天已发送 ${had} 条短信，达到每日上限，请明天再试`);
}

/** Whether a phone takes no marketing any more. */
export async function hasDeclined(db: Db, phone: string): Promise<boolean> {
  return (await db.$count(smsDeclines, eq(smsDeclines.phone, phone))) > 0;
}

/** Puts down that a phone takes no marketing any more; the first word counts. */
export async function decline(db: Db, phone: string, source: "reply" | "staff", at: Date): Promise<void> {
  await db.insert(smsDeclines).values({ phone, source, at }).onConflictDoNothing();
}
