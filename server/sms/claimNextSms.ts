import { and, asc, eq, lt, lte } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type SmsRecord, smsMessages } from "../db/schema/sms.ts";
import type { Platform } from "../platform.ts";
import { startOfShanghaiDay } from "../records/shanghaiDay.ts";
import { automaticSender, expiryTemplateCode } from "./builtInTemplates.ts";
import { getNextMarketingTime, getNextNoticeTime } from "./marketingHours.ts";
import { hasDeclined } from "./phoneLimits.ts";
import { transitionSms } from "./transitionSms.ts";
import { transitionSmsCounted } from "./transitionSmsCounted.ts";

/** A message that only this process may submit. Its secret is no longer in the database. */
export type ClaimedSms = SmsRecord;

/** A claimed message, or one that was postponed or dropped. */
export type ClaimResult =
  | { readonly claimed: ClaimedSms }
  | { readonly skipped: Pick<SmsRecord, "id" | "batchId"> };

/**
 * Claims the next due message, most urgent first, before the gateway is called.
 * @returns null if nothing is due
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
    if (isExpiryNotice(message)) {
      const notBefore = getNextNoticeTime(now);
      if (notBefore > now) {
        // It was queued by day, and the gateway was out of reach until night.
        await tx.update(smsMessages).set({ notBefore }).where(eq(smsMessages.id, message.id));
        return { skipped: message };
      }
    }
    if (message.type === "marketing") {
      if (await postponeMarketing(tx, now)) return { skipped: message };
      if (await hasDeclined(tx, message.phone)) {
        await transitionSmsCounted(platform, tx, message, "drop", now, { failReason: "用户已退订" });
        return { skipped: message };
      }
    }
    const attempts = message.attempts + 1;
    const isFirstOfDay = message.claimedAt === null || message.claimedAt < startOfShanghaiDay(now);
    const attemptsBefore = isFirstOfDay ? message.attempts : message.attemptsBefore;
    await transitionSms(tx, message, "claim", now, { attempts, attemptsBefore, claimedAt: now, secret: "" });
    return { claimed: { ...message, status: "sending", attempts, version: message.version + 1 } };
  });
}

/** Whether the platform itself queued the message for a service's end; staff send at any hour. */
const isExpiryNotice = ({ templateCode, batchId, senderName }: SmsRecord): boolean =>
  templateCode === expiryTemplateCode && batchId === null && senderName === automaticSender;

/** Postpones all marketing to the next permitted time, unless it is permitted now. */
async function postponeMarketing(tx: Db, now: Date): Promise<boolean> {
  const notBefore = getNextMarketingTime(now);
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
