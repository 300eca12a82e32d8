import { and, desc, eq } from "drizzle-orm";
import { states } from "../../../adapters/contract/envelope.ts";
import { type exportJobCalls, exportKind } from "../../../adapters/contract/exportJob.ts";
import { type Call, type Handlers, Refusal } from "../../call.ts";
import { changed, type ExportRecord, exportJobs } from "../../db/schema/exportJob.ts";
import { pageQuery } from "../../list/pageQuery.ts";
import { found } from "../refusing.ts";
import { exportJobList, exportJobRow, seesAll } from "./exportJobList.ts";
import { exportRetry } from "./exportRetry.ts";
import { mayExport } from "./mayExport.ts";

/** An export that the actor sees; a refusal where there is none of this id. */
async function seenExport({ db, actor }: Pick<Call, "db" | "actor">, id: string): Promise<ExportRecord> {
  const [kept] = await db.select().from(exportJobs).where(eq(exportJobs.id, id));
  return found(kept && (seesAll(actor) || kept.staffId === actor.id) ? kept : undefined, "导出记录");
}

export const exportJobHandlers: Handlers<typeof exportJobCalls> = {
  exportList: ({ body }, call) => pageQuery(call, exportJobList(call.actor), body, exportJobRow(call.actor)),
  exportOne: async ({ params }, call) => exportJobRow(call.actor)(await seenExport(call, params.id)),
  exportCancel: async ({ body: { exportId } }, call) => {
    const { db, actor, exports } = call;
    const own = seesAll(actor) ? undefined : eq(exportJobs.staffId, actor.id);
    const [kept] = await db
      .select()
      .from(exportJobs)
      .where(and(eq(exportJobs.exportId, exportId), own))
      .orderBy(desc(exportJobs.id))
      .limit(1);
    if (kept && kept.status !== "running") throw new Refusal("导出已经结束，不能取消");
    if (!kept) exports.cancelEarly(actor.id, exportId);
    call.audit({ entityId: kept?.id ?? null, ...(kept ? { after: told(kept) } : {}) });
    if (!kept) return { id: null };
    call.afterCommit(async () => {
      if (await exports.cancel(kept.id)) return;
      // Nobody writes it any more: the database was away when it ended.
      await call.outside
        .update(exportJobs)
        .set({ status: "cancelled", endedAt: call.now, ...changed })
        .where(and(eq(exportJobs.id, kept.id), eq(exportJobs.status, "running")));
    });
    return { id: kept.id };
  },
  exportRetry,
  exportFile: async ({ params }, call) => {
    const kept = await seenExport(call, params.id);
    if (kept.status !== "done") throw new Refusal("文件未生成或已清理，请重新导出");
    if (!mayExport(call.actor, kept)) throw new Refusal("当前角色不能下载该文件", states.roleForbidden);
    const stream = await call.exports.stored(kept.id);
    if (!stream) throw new Refusal("文件已不在服务器上，请联系管理员");
    call.audit({ entityId: kept.id, after: told(kept) });
    return { fileName: kept.fileName, rows: kept.writtenRows, stream };
  },
};

/** What the audit trail holds of an export. */
const told = ({ kind, fileName, conditions, expectedRows, revealReason }: ExportRecord) => ({
  name: `${exportKind.label(kind)}：${fileName}`,
  filters: conditions,
  rows: expectedRows,
  ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}),
});
