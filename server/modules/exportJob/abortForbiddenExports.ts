import { and, eq } from "drizzle-orm";
import type { Call } from "../../call.ts";
import { exportJobs } from "../../db/schema/exportJob.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { canExport, readExporter } from "./canExport.ts";

/** Aborts a staff member's running exports that the account no longer permits, including downloads in progress. */
export async function abortForbiddenExports(
  { dbOutsideTransaction: db, exports }: Pick<Call, "dbOutsideTransaction" | "exports">,
  account: StaffRecord,
): Promise<void> {
  const running = await db
    .select()
    .from(exportJobs)
    .where(and(eq(exportJobs.staffId, account.id), eq(exportJobs.status, "running")));
  if (running.length === 0) return;
  const exporter = await readExporter(db, account);
  for (const job of running) if (!canExport(exporter, job)) await exports.forbid(job.id);
}
