import { and, desc, eq, ne, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import { type ExportJob, type exportJobCalls, exportKind } from "../../../adapters/contract/exportJob.ts";
import type { Actor, Call, Handler, Handlers } from "../../call.ts";
import { type ExportRecord, exportJobs, versionIncrement } from "../../db/schema/exportJob.ts";
import { RefusalError } from "../../errors.ts";
import { canSeeAllJobs } from "../../jobs/canSeeAllJobs.ts";
import { defineListSource } from "../../list/listSource.ts";
import { queryPage } from "../../list/queryPage.ts";
import { requireRecord } from "../../records/refusals.ts";
import { toScopeKey } from "../../scope/recordScope.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { assertExportLimit } from "./assertExportLimit.ts";
import { assertCanExport, canExport, readExporter } from "./canExport.ts";
import { toExportContext } from "./exportPreparer.ts";
import { prepareStored } from "./prepareStored.ts";

/** Runs one's own export again in the background, with the same filters and the same entry. */
const exportRetry: Handler<typeof exportJobCalls.exportRetry> = async ({ body: { id } }, call) => {
  const { db, actor, exports } = call;
  // Locks the account before the entry, as a rename does. A concurrent role change then sees the export and stops it.
  const account = await getOwnStaff(call, "update");
  const ownFilter = and(eq(exportJobs.id, id), eq(exportJobs.staffId, actor.id));
  const [row] = await db.select().from(exportJobs).where(ownFilter).for("update");
  const job = requireRecord(row, "您的导出记录");
  if (job.status === "running") throw new RefusalError("导出正在进行");
  if (job.status === "done") throw new RefusalError("文件已生成，可以直接下载");
  const scopeKey = toScopeKey(actor.scope);
  await assertCanExport(db, account, { ...job, scopeKey });
  assertExportLimit(call);
  const prepared = await prepareStored(job.kind, job.body, toExportContext(call));
  const { rows, fileName } = prepared;
  await db
    .update(exportJobs)
    .set({
      ...versionIncrement,
      status: "running",
      scopeKey,
      expectedRows: rows,
      writtenRows: 0,
      bytes: 0,
      fileName,
      failReason: "",
      interruptions: 0,
      endedAt: null,
      keptUntil: null,
    })
    .where(and(ownFilter, ne(exportJobs.status, "running")));
  const { revealReason } = job;
  call.audit({
    entityId: id,
    before: { status: job.status },
    after: {
      status: "running",
      filters: job.conditions,
      rows,
      ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}),
    },
  });
  const { exportId } = job;
  const { sessionId, id: staffId } = actor;
  call.afterCommit((isAnswered) => {
    const request = { id, exportId, staffId, sessionId, rows, write: prepared.write };
    exports.start({ ...request, isStreamed: false, mayHaveEnded: !isAnswered });
  });
  return { id };
};

/** The list of exports that the staff member sees: all for admins, otherwise their own. */
export const createExportJobList = (actor: Actor) =>
  defineListSource<z.output<typeof exportJobCalls.exportList.body>>()({
    table: exportJobs,
    id: exportJobs.id,
    createdAt: exportJobs.createdAt,
    baseCondition: canSeeAllJobs(actor) ? undefined : eq(exportJobs.staffId, actor.id),
    search: sql`lower(concat_ws(e'\n', ${exportJobs.fileName}, ${exportJobs.conditions}, ${exportJobs.staffName}))`,
    masksPhones: true,
    sortable: {
      createdAt: exportJobs.createdAt,
      endedAt: exportJobs.endedAt,
      expectedRows: exportJobs.expectedRows,
      bytes: exportJobs.bytes,
    },
    filters: {
      kind: (value) => eq(exportJobs.kind, value),
      status: (value) => eq(exportJobs.status, value),
    },
  });

/** Of the body of an export; an older release may have stored another one. */
const companyFilter = z.object({ companyId: z.optional(z.string()) });

/** An export as the export centre shows it. */
const toExportJobRow =
  (actor: Actor) =>
  ({ body, createdAt, endedAt, keptUntil, interruptions, ...job }: ExportRecord): ExportJob => ({
    ...job,
    companyId: companyFilter.safeParse(body).data?.companyId ?? null,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    keptUntil: keptUntil?.toISOString() ?? null,
    own: job.staffId === actor.id,
  });

/** Reads an export that the actor may see; refuses if there is none. */
async function getVisibleExport(
  { db, actor }: Pick<Call, "db" | "actor">,
  id: string,
): Promise<ExportRecord> {
  const [job] = await db.select().from(exportJobs).where(eq(exportJobs.id, id));
  return requireRecord(
    job && (canSeeAllJobs(actor) || job.staffId === actor.id) ? job : undefined,
    "导出记录",
  );
}

export const exportJobHandlers: Handlers<typeof exportJobCalls> = {
  exportList: ({ body }, call) =>
    queryPage(call, createExportJobList(call.actor), body, toExportJobRow(call.actor)),
  exportOne: async ({ params }, call) => toExportJobRow(call.actor)(await getVisibleExport(call, params.id)),
  exportCancel: async ({ body: { exportId } }, call) => {
    const { db, actor, exports } = call;
    const ownFilter = canSeeAllJobs(actor) ? undefined : eq(exportJobs.staffId, actor.id);
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
      // Nothing writes it any more: the database was down when it ended.
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
    if (!canExport(await readExporter(call.db, await getOwnStaff(call)), job))
      throw new RefusalError("当前角色或数据范围不能下载该文件，请重新导出", stateCodes.roleForbidden);
    const stream = await call.exportFiles.open(call.db, job.id);
    if (!stream) throw new RefusalError("文件已不在服务器上，请联系管理员");
    call.audit({ entityId: job.id, after: toAuditFields(job) });
    return { fileName: job.fileName, rows: job.writtenRows, stream };
  },
};

/** An export's fields for the audit trail. */
const toAuditFields = ({ kind, fileName, conditions, expectedRows, revealReason }: ExportRecord) => ({
  name: `${exportKind.label(kind)}：${fileName}`,
  filters: conditions,
  rows: expectedRows,
  ...(revealReason ? { phones: "未脱敏", reason: revealReason } : {}),
});
