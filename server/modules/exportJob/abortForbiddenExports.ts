import { and, eq } from "drizzle-orm";
import type { Actor, Call } from "../../call.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { canExport } from "./canExport.ts";

/** Breaks off what somebody has running and may not have any more with these roles, also for who reads it just now. */
export async function abortForbiddenExports(
  { dbOutsideTransaction, exports }: Pick<Call, "dbOutsideTransaction" | "exports">,
  staffId: string,
  roles: Actor["roles"],
): Promise<void> {
  const running = await dbOutsideTransaction
    .select({ id: exportJobs.id, kind: exportJobs.kind, revealReason: exportJobs.revealReason })
    .from(exportJobs)
    .where(and(eq(exportJobs.staffId, staffId), eq(exportJobs.status, "running")));
  for (const job of running) if (!canExport({ roles }, job)) await exports.forbid(job.id);
}
