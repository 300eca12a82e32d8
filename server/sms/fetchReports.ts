import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { type SmsRecord, smsMessages } from "../db/schema/sms.ts";
import type { Platform } from "../platform.ts";
import type { DeliveryReport, SmsGateway } from "./gateway.ts";
import { recordDecline } from "./phoneLimits.ts";
import { gatewayTimeoutMs, getMessageKey } from "./submitSms.ts";
import { transitionSmsCounted } from "./transitionSmsCounted.ts";

/** Messages per request. */
const batchSize = 200;
const minReportDelayMs = 2_000;
/** Operators report for up to three days. */
const reportTimeoutMs = 72 * 3_600_000;

/**
 * Requests and stores the reports of due messages. The interval of requests grows with a message's age.
 * @returns ids of the bulk SMS whose messages were reported
 */
export async function fetchReports(
  platform: Pick<Platform, "db" | "bus" | "clock" | "metrics">,
  gateway: SmsGateway,
): Promise<ReadonlySet<string>> {
  const { db, clock } = platform;
  const now = clock();
  const scheduled = await db
    .select()
    .from(smsMessages)
    .where(and(inArray(smsMessages.status, ["sent", "unknown"]), lte(smsMessages.reportAt, now)))
    .orderBy(asc(smsMessages.reportAt))
    .limit(batchSize);
  if (scheduled.length === 0) return new Set();
  const queries = scheduled.map((message) => ({
    key: getMessageKey(message),
    gatewayId: message.gatewayId,
    phone: message.phone,
  }));
  const reports = await gateway.reports(queries, AbortSignal.timeout(gatewayTimeoutMs));
  const byKey = new Map(reports.map((report) => [report.key, report]));
  const changedBatches = new Set<string>();
  for (const message of scheduled) {
    const report = byKey.get(getMessageKey(message));
    if (!report) {
      await rescheduleReport(db, message, now);
      continue;
    }
    await applyReport(platform, message, report, now);
    platform.bus.publish("records.changed", { kind: "sms", ids: [message.id] });
    if (message.batchId) changedBatches.add(message.batchId);
  }
  return changedBatches;
}

async function rescheduleReport(db: Db, { id, claimedAt }: SmsRecord, now: Date): Promise<void> {
  const ageMs = now.getTime() - (claimedAt ?? now).getTime();
  const reportAt =
    ageMs > reportTimeoutMs ? null : new Date(now.getTime() + Math.max(minReportDelayMs, ageMs / 10));
  await db.update(smsMessages).set({ reportAt }).where(eq(smsMessages.id, id));
}

async function applyReport(
  platform: Pick<Platform, "db" | "metrics">,
  message: SmsRecord,
  report: DeliveryReport,
  now: Date,
): Promise<void> {
  const { delivered, reason, reply } = report;
  const change = delivered
    ? { deliveredAt: now, failReason: "", sentAt: message.sentAt ?? message.claimedAt }
    : { failReason: reason || "未送达" };
  await transitionSmsCounted(platform, platform.db, message, delivered ? "deliver" : "bounce", now, {
    ...change,
    reportAt: null,
  });
  if (message.type === "marketing" && reply.trim().toUpperCase() === "R")
    await recordDecline(platform.db, message.phone, null, now);
}
