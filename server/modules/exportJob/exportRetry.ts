import { and, eq, ne } from "drizzle-orm";
import { type ExportKind, exportCalls, type exportJobCalls } from "../../../adapters/contract/exportJob.ts";
import { type Handler, Refusal } from "../../call.ts";
import { changed, exportJobs } from "../../db/schema/exportJob.ts";
import type { ExportPlan } from "../../list/exportOf.ts";
import { found } from "../refusing.ts";
import { ownRecord } from "../staff/liveStaff.ts";
import { exportPlans, type Planning } from "./exportPlans.ts";
import { refuseForbidden } from "./mayExport.ts";
import { refuseMany } from "./refuseMany.ts";

/** Runs one's own export again, with the same conditions and under the same entry, in the background. */
export const exportRetry: Handler<typeof exportJobCalls.exportRetry> = async ({ body: { id } }, call) => {
  const { db, actor, exports } = call;
  // The account is locked before the entry, as a rename locks them. A role change then sees the export and stops it.
  const present = await ownRecord(call, "update");
  const own = and(eq(exportJobs.id, id), eq(exportJobs.staffId, actor.id));
  const [kept] = await db.select().from(exportJobs).where(own).for("update");
  const job = found(kept, "您的导出记录");
  if (job.status === "running") throw new Refusal("导出正在进行");
  if (job.status === "done") throw new Refusal("文件已生成，可以直接下载");
  refuseForbidden(present, job);
  refuseMany(call);
  const plan = await planOf(job.kind, job.body, call);
  const { rows, fileName } = plan;
  await db
    .update(exportJobs)
    .set({
      ...changed,
      status: "running",
      expectedRows: rows,
      writtenRows: 0,
      bytes: 0,
      fileName,
      failReason: "",
      endedAt: null,
      keptUntil: null,
    })
    .where(and(own, ne(exportJobs.status, "running")));
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
    const order = { id, exportId, staffId, sessionId, rows, write: plan.write };
    exports.begin({ ...order, followed: false, isLate: !isAnswered });
  });
  return { id };
};

/** The plan of what was asked for then; a refusal where a later version of the call does not know it any more. */
async function planOf(kind: ExportKind, body: unknown, call: Planning): Promise<ExportPlan> {
  const parsed = exportCalls[kind].body.safeParse(body);
  if (!parsed.success) throw new Refusal("导出条件已不适用，请在列表中重新导出");
  // Seam: the body was parsed by the call of the same name.
  const plan = exportPlans[kind] as (body: unknown, call: Planning) => Promise<ExportPlan>;
  return plan(parsed.data, call);
}
