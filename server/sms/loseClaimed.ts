import { and, eq, lte } from "drizzle-orm";
import type { Db } from "../db/handle.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { moveSms } from "../modules/sms/moveSms.ts";

/**
 * Puts down that the result of messages which were claimed until then is not known: whoever had claimed them is gone.
 * @returns the mass sendings that they belong to
 */
export async function loseClaimed(db: Db, until: Date, now: Date): Promise<ReadonlySet<string>> {
  const claimed = await db
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.status, "sending"), lte(smsMessages.claimedAt, until)));
  const failReason = "发送时服务中断，可能已发出";
  for (const message of claimed) await moveSms(db, message, "lose", now, { failReason, reportAt: now });
  return new Set(claimed.flatMap(({ batchId }) => batchId ?? []));
}
