import { and, eq, sql } from "drizzle-orm";
import type { SmsBatch, smsCalls } from "../../../adapters/contract/sms.ts";
import { smsBatchStatusMachine } from "../../../machines/status/smsBatch.ts";
import { type Handler, RefusalError } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { type SmsBatchRecord, smsBatches } from "../../db/schema/smsBatch.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { getSmsCounts } from "./smsPage.ts";

/** A mass sending with how far it is. */
async function toSmsBatchRow(db: Db, record: SmsBatchRecord): Promise<SmsBatch> {
  const { id, version, type, templateName, content, parts, total, status, senderName } = record;
  return {
    id,
    version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    type,
    templateName,
    content,
    parts,
    total,
    status,
    senderName,
    notBefore: record.notBefore.toISOString(),
    finishedAt: record.finishedAt?.toISOString() ?? null,
    counts: await getSmsCounts(db, eq(smsMessages.batchId, id)),
  };
}

export const smsBatch: Handler<typeof smsCalls.smsBatch> = async ({ params }, { db }) => {
  const [record] = await db.select().from(smsBatches).where(eq(smsBatches.id, params.id));
  return toSmsBatchRow(db, requireRecord(record, "群发任务"));
};

/** Lets nothing of a mass sending go out that has not yet; what the gateway has already cannot be called back. */
export const smsBatchStop: Handler<typeof smsCalls.smsBatchStop> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const [record] = await db.select().from(smsBatches).where(eq(smsBatches.id, body.id)).for("update");
  const batch = requireRecord(record, "群发任务");
  if (batch.version !== body.version) throw versionConflict(await toSmsBatchRow(db, batch));
  const status = smsBatchStatusMachine.next(batch.status, "stop");
  if (status === null)
    throw new RefusalError(`群发当前状态为「${smsBatchStatusMachine.label(batch.status)}」，不能停止`);
  const cancelled = await db
    .update(smsMessages)
    .set({
      status: "failed",
      failReason: `${actor.name} 已停止群发`,
      updatedAt: now,
      version: sql`${smsMessages.version} + 1`,
    })
    .where(and(eq(smsMessages.batchId, batch.id), eq(smsMessages.status, "queued")))
    .returning({ id: smsMessages.id });
  const version = batch.version + 1;
  await db
    .update(smsBatches)
    .set({ status, version, updatedAt: now, finishedAt: now })
    .where(eq(smsBatches.id, batch.id));
  call.audit({
    entityId: batch.id,
    before: { batchStatus: batch.status },
    after: { batchStatus: status, unsent: cancelled.length },
  });
  return { id: batch.id, version };
};
