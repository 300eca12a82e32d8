import { and, eq, lte } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { smsMessages } from "../db/schema/sms.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { transitionSms } from "./transitionSms.ts";

/**
 * Marks messages that were claimed until then as unknown: the process that claimed them is gone.
 * @param metrics counts them; a restore has none
 * @returns ids of their bulk SMS
 */
export async function markClaimedUnknown(
  db: Db,
  until: Date,
  now: Date,
  metrics?: Metrics,
): Promise<ReadonlySet<string>> {
  const claimed = await db
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.status, "sending"), lte(smsMessages.claimedAt, until)));
  const failReason = "发送时服务中断，可能已发出";
  for (const message of claimed) {
    const status = await transitionSms(db, message, "lose", now, { failReason, reportAt: now });
    if (status !== null) metrics?.sms.inc({ status });
  }
  return new Set(claimed.flatMap(({ batchId }) => batchId ?? []));
}
