import { and, asc, eq, lt, lte } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type SmsRecord, smsMessages } from "../db/schema/sms.ts";
import { nextMarketingTime, startOfDay } from "../modules/sms/marketingHours.ts";
import { hasDeclined } from "../modules/sms/phoneLimits.ts";
import { transitionSms } from "../modules/sms/transitionSms.ts";
import type { Platform } from "../platform.ts";
import { transitionSmsCounted } from "./transitionSmsCounted.ts";

/** A message that is this process's to hand over, and no other's; its secret is with it and nowhere else any more. */
export type ClaimedSms = SmsRecord;

/** What the queue gives: a message to hand over, or one that was put off or dropped instead. */
export type ClaimResult = { readonly claimed: ClaimedSms } | { readonly passed: Pick<SmsRecord, "batchId"> };

/**
 * Takes the next message that is due out of the queue, most urgent first, and marks it before the gateway is asked.
 * @returns null where nothing is due
 */
export function claimNextSms(
  platform: Pick<Platform, "db" | "metrics">,
  now: Date,
): Promise<ClaimResult | null> {
  return platform.db.transaction(async (tx) => {
    const [message] = await tx
      .select()
      .from(smsMessages)
      .where(and(eq(smsMessages.status, "queued"), lte(smsMessages.notBefore, now)))
      .orderBy(asc(smsMessages.urgency), asc(smsMessages.notBefore), asc(smsMessages.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!message) return null;
    if (message.type === "marketing") {
      if (await postponeMarketing(tx, now)) return { passed: message };
      if (await hasDeclined(tx, message.phone)) {
        await transitionSmsCounted(platform, tx, message, "drop", now, { failReason: "用户已退订" });
        return { passed: message };
      }
    }
    const attempts = message.attempts + 1;
    const isFirstOfDay = message.claimedAt === null || message.claimedAt < startOfDay(now);
    const attemptsBefore = isFirstOfDay ? message.attempts : message.attemptsBefore;
    await transitionSms(tx, message, "claim", now, { attempts, attemptsBefore, claimedAt: now, secret: "" });
    return { claimed: { ...message, status: "sending", attempts, version: message.version + 1 } };
  });
}

/** Leaves all marketing for the next morning, where it is too late or too early for it. */
async function postponeMarketing(tx: Db, now: Date): Promise<boolean> {
  const notBefore = nextMarketingTime(now);
  if (notBefore <= now) return false;
  await tx
    .update(smsMessages)
    .set({ notBefore })
    .where(
      and(
        eq(smsMessages.status, "queued"),
        eq(smsMessages.type, "marketing"),
        lt(smsMessages.notBefore, notBefore),
      ),
    );
  return true;
}
