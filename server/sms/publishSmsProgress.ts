import { eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { smsProgressData } from "../../adapters/contract/sms.ts";
import { socketTypes } from "../../adapters/contract/socket.ts";
import { smsBatchStatusMachine } from "../../machines/status/smsBatch.ts";
import { smsMessages } from "../db/schema/sms.ts";
import { smsBatches } from "../db/schema/smsBatch.ts";
import { getSmsCounts } from "../modules/sms/smsPage.ts";
import type { Platform } from "../platform.ts";

/** Tells whoever has begun a mass sending how far it is, and ends one of which nothing waits any more. */
export async function publishSmsProgress(
  { db, bus, clock }: Pick<Platform, "db" | "bus" | "clock">,
  batchId: string,
): Promise<void> {
  const counts = await getSmsCounts(db, eq(smsMessages.batchId, batchId));
  const isFinished = counts.queued === 0 && counts.sending === 0;
  const updated = await db.transaction(async (tx) => {
    const [batch] = await tx.select().from(smsBatches).where(eq(smsBatches.id, batchId)).for("update");
    const status = batch && isFinished ? smsBatchStatusMachine.next(batch.status, "finish") : null;
    if (!batch || status === null) return batch;
    const now = clock();
    await tx
      .update(smsBatches)
      .set({ status, version: batch.version + 1, updatedAt: now, finishedAt: now })
      .where(eq(smsBatches.id, batchId));
    return { ...batch, status };
  });
  if (!updated?.sessionId) return;
  const data: z.output<typeof smsProgressData> = { batchId, status: updated.status, counts };
  bus.publish("session.frame", { sessionId: updated.sessionId, type: socketTypes.smsProgress, data });
}
