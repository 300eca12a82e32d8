import { and, eq, ne } from "drizzle-orm";
import { type ExportKind, exportCalls, type exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { exportJobs, versionIncrement } from "../../db/schema/exportJob.ts";
import type { PreparedExport } from "../../list/prepareExport.ts";
import { requireRecord } from "../refusals.ts";
import { getOwnStaff } from "../staff/getStaff.ts";
import { assertExportLimit } from "./assertExportLimit.ts";
import { assertCanExport } from "./canExport.ts";
import { type ExportContext, exportPreparers } from "./exportPreparers.ts";

/** Runs one's own export again, with the same conditions and under the same entry, in the background. */
export const exportRetry: Handler<typeof exportJobCalls.exportRetry> = async ({ body: { id } }, call) => {
  const { db, actor, exports } = call;
  // The account is locked before the entry, as a rename locks them. A role change then sees the export and stops it.
  const account = await getOwnStaff(call, "update");
  const ownFilter = and(eq(exportJobs.id, id), eq(exportJobs.staffId, actor.id));
  const [row] = await db.select().from(exportJobs).where(ownFilter).for("update");
  const job = requireRecord(row, "您的导出记录");
  if (job.status === "running") throw new RefusalError("导出正在进行");
  if (job.status === "done") throw new RefusalError("文件已生成，可以直接下载");
  assertCanExport(account, job);
  assertExportLimit(call);
  const prepared = await prepareRetry(job.kind, job.body, call);
  const { rows, fileName } = prepared;
  await db
    .update(exportJobs)
    .set({
      ...versionIncrement,
      status: "running",
      expectedRows: rows,
      writtenRows: 0,
      bytes: 0,
      fileName,
      failReason: "",
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

/** The plan of what was asked for then; a refusal where a later version of the call does not know it any more. */
async function prepareRetry(kind: ExportKind, body: unknown, call: ExportContext): Promise<PreparedExport> {
  const parsed = exportCalls[kind].body.safeParse(body);
  if (!parsed.success) throw new RefusalError("导出条件已不适用，请在列表中重新导出");
  // Seam: the body was parsed by the call of the same name.
  const prepare = exportPreparers[kind] as (body: unknown, call: ExportContext) => Promise<PreparedExport>;
  return prepare(parsed.data, call);
}
