import { and, desc, eq } from "drizzle-orm";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { type exportJobCalls, exportKind } from "../../../adapters/contract/exportJob.ts";
import { type Call, type Handlers, RefusalError } from "../../call.ts";
import { type ExportRecord, exportJobs, versionIncrement } from "../../db/schema/exportJob.ts";
import { queryPage } from "../../list/queryPage.ts";
import { requireRecord } from "../refusals.ts";
import { canExport } from "./canExport.ts";
import { canSeeAllExports, createExportJobList, toExportJobRow } from "./exportJobList.ts";
import { exportRetry } from "./exportRetry.ts";

/** An export that the actor sees; a refusal where there is none of this id. */
async function getVisibleExport(
  { db, actor }: Pick<Call, "db" | "actor">,
  id: string,
): Promise<ExportRecord> {
  const [job] = await db.select().from(exportJobs).where(eq(exportJobs.id, id));
  return requireRecord(
    job && (canSeeAllExports(actor) || job.staffId === actor.id) ? job : undefined,
    "导出记录",
  );
}

export const exportJobHandlers: Handlers<typeof exportJobCalls> = {
  exportList: ({ body }, call) =>
    queryPage(call, createExportJobList(call.actor), body, toExportJobRow(call.actor)),
  exportOne: async ({ params }, call) => toExportJobRow(call.actor)(await getVisibleExport(call, params.id)),
  exportCancel: async ({ body: { exportId } }, call) => {
    const { db, actor, exports } = call;
    const ownFilter = canSeeAllExports(actor) ? undefined : eq(exportJobs.staffId, actor.id);
    const [job] = await db
      .select()
      .from(exportJobs)
      .where(and(eq(exportJobs.exportId, exportId), ownFilter))
      .orderBy(desc(exportJobs.id))
      .limit(1);
    if (job && job.status !== "running") throw new RefusalError("导出已经结束，不能取消");
    if (!job) exports.cancelEarly(actor.id, exportId);
    call.audit({ entityId: job?.id ?? null, ...(job ? { after: toAuditFields(job) } : {}) });
    if (!job) return { id: null };
    call.afterCommit(async () => {
      if (await exports.cancel(job.id)) return;
      // Nobody writes it any more: the database was away when it ended.
      await call.dbOutsideTransaction
        .update(exportJobs)
        .set({ status: "cancelled", endedAt: call.now, ...versionIncrement })
        .where(and(eq(exportJobs.id, job.id), eq(exportJobs.status, "running")));
    });
    return { id: job.id };
  },
  exportRetry,
  exportFile: async ({ params }, call) => {
    const job = await getVisibleExport(call, params.id);
    if (job.status !== "done") throw new RefusalError("文件未生成或已清理，请重新导出");
    if (!canExport(call.actor, job))
      throw new RefusalError("当前角色不能下载该文件", stateCodes.roleForbidden);
    const stream = await call.exports.openStored(job.id);
    if (!stream) throw new RefusalError("文件已不在服务器上，请联系管理员");
    call.audit({ entityId: job.id, after: toAuditFields(job) });
    return { fileName: job.fileName, rows: job.writtenRows, stream };
  },
};

/** What the audit trail holds of an export. */
const toAuditFields = ({ kind, fileName, conditions, expectedRows, revealReason }: ExportRecord) => ({
  name: `${exportKind.label(kind)}：${fileName}`,
  filters: conditions,
  rows: expectedRows,
  ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}),
});
