import { and, eq } from "drizzle-orm";
import type { Actor, Call } from "../../call.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import { canExport } from "./canExport.ts";

/** Aborts a staff member's running exports that these roles no longer permit, including downloads in progress. */
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
