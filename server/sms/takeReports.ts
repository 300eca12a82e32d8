import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type SmsRecord, smsMessages } from "../db/schema/sms.ts";
import { decline } from "../modules/sms/phoneLimits.ts";
import type { Platform } from "../platform.ts";
import type { Report, SmsGateway } from "./gateway.ts";
import { keyOf, patienceMs } from "./handOver.ts";
import { moveCounted } from "./moveCounted.ts";

/** Messages asked for at once. */
const most = 200;
const soonestMs = 2_000;
/** The operators report for three days. */
const lastMs = 72 * 3_600_000;

/**
 * Asks the gateway for what has become of messages whose turn it is, and puts it down; the older a message is, the
 * later it is asked for again.
 * @returns the mass sendings of those that were reported
 */
export async function takeReports(
  platform: Pick<Platform, "db" | "clock" | "metrics">,
  gateway: SmsGateway,
): Promise<ReadonlySet<string>> {
  const { db, clock } = platform;
  const now = clock();
  const due = await db
    .select()
    .from(smsMessages)
    .where(and(inArray(smsMessages.status, ["sent", "unknown"]), lte(smsMessages.reportAt, now)))
    .orderBy(asc(smsMessages.reportAt))
    .limit(most);
  if (due.length === 0) return new Set();
  const asked = due.map((message) => ({
    key: keyOf(message),
    gatewayId: message.gatewayId,
    phone: message.phone,
  }));
  const reports = await gateway.reports(asked, AbortSignal.timeout(patienceMs));
  const byKey = new Map(reports.map((report) => [report.key, report]));
  const touched = new Set<string>();
  for (const message of due) {
    const report = byKey.get(keyOf(message));
    if (!report) {
      await askLater(db, message, now);
      continue;
    }
    await settle(platform, message, report, now);
    if (message.batchId) touched.add(message.batchId);
  }
  return touched;
}

async function askLater(db: Db, { id, claimedAt }: SmsRecord, now: Date): Promise<void> {
  const ageMs = now.getTime() - (claimedAt ?? now).getTime();
  const reportAt = ageMs > lastMs ? null : new Date(now.getTime() + Math.max(soonestMs, ageMs / 10));
  await db.update(smsMessages).set({ reportAt }).where(eq(smsMessages.id, id));
}

async function settle(
  platform: Pick<Platform, "db" | "metrics">,
  message: SmsRecord,
  report: Report,
  now: Date,
): Promise<void> {
  const { delivered, reason, reply } = report;
  const change = delivered
    ? { deliveredAt: now, failReason: "", sentAt: message.sentAt ?? message.claimedAt }
    : { failReason: reason || "未送达" };
  await moveCounted(platform, platform.db, message, delivered ? "deliver" : "bounce", now, {
    ...change,
    reportAt: null,
  });
  if (message.type === "marketing" && reply.trim().toUpperCase() === "R")
    await decline(platform.db, message.phone, null, now);
}
