import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { companies } from "../../db/schema/company.ts";
import { tasks } from "../../db/schema/task.ts";
import type { OpenTask } from "../../telemetry/flights/openTask.ts";

/**
 * The task that a company's drone flies: the one in the air, otherwise the next planned one. A frozen company's
 * planned tasks do not begin any more; what is in the air is followed until it lands.
 */
export async function findOpenTask(
  db: Db,
  companyId: string,
  { droneSn, taskId }: { readonly droneSn: string; readonly taskId?: string | undefined },
): Promise<OpenTask | null> {
  const [row] = await db
    .select({ task: tasks, company: companies.status })
    .from(tasks)
    .innerJoin(companies, eq(companies.id, tasks.companyId))
    .where(
      and(
        eq(tasks.companyId, companyId),
        eq(tasks.droneSn, droneSn),
        taskId === undefined ? undefined : eq(tasks.id, taskId),
        inArray(tasks.status, ["planned", "running"]),
        eq(tasks.source, "device"),
      ),
    )
    .orderBy(desc(tasks.status), asc(tasks.plannedAt))
    .limit(1);
  if (!row) return null;
  return row.company === "frozen" && row.task.status === "planned" ? null : row.task;
}
