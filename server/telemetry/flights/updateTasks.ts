import { and, eq, isNull } from "drizzle-orm";
import { isPassing } from "../../db/databaseError.ts";
import type { Db } from "../../db/handle.ts";
import { tasks } from "../../db/schema/task.ts";
import { consumeSorties, type FinishedFlight } from "./consumeSorties.ts";

interface TaskUpdate {
  readonly id: string;
  readonly set: Partial<typeof tasks.$inferInsert>;
}

/** Updates tasks and consumes sorties of their companies' grants for finished flights; replays are free. */
export async function updateTasks(
  tx: Db,
  changes: readonly TaskUpdate[],
  onError: (error: unknown, call: string) => void,
): Promise<void> {
  const finished: FinishedFlight[] = [];
  for (const { id, set } of changes) {
    const task = await updateTask(tx, { id, set });
    if (set.status === "finished" && task?.endedAt && task.source !== "replay")
      finished.push({ companyId: task.companyId, endedAt: task.endedAt });
  }
  const flightsByCompany = Map.groupBy(finished, ({ companyId }) => companyId);
  for (const companyId of [...flightsByCompany.keys()].toSorted())
    try {
      // A savepoint per company: the flight ends even if its quota cannot be consumed.
      await tx.transaction((savepoint) => consumeSorties(savepoint, flightsByCompany.get(companyId) ?? []));
    } catch (error) {
      if (isPassing(error)) throw error;
      onError(error, "sorties of finished flights");
    }
}

/**
 * Updates a task, or the one that its flights were attached to in the meantime.
 * @returns what it is then; undefined where nothing was updated
 */
async function updateTask(tx: Db, { id, set }: TaskUpdate) {
  const unlessEnded = isNull(tasks.endedAt);
  const columns = { companyId: tasks.companyId, source: tasks.source, endedAt: tasks.endedAt };
  // A repeated write must not end a flight twice or set it running again.
  const isOnce = set.status === "finished" || set.status === "running";
  const [task] = await tx
    .update(tasks)
    .set(set)
    .where(and(eq(tasks.id, id), isNull(tasks.attachedTo), isOnce ? unlessEnded : undefined))
    .returning(columns);
  if (task) return task;
  const [{ attachedTo } = { attachedTo: null }] = await tx
    .select({ attachedTo: tasks.attachedTo })
    .from(tasks)
    .where(eq(tasks.id, id));
  if (attachedTo === null) return undefined;
  const [attached] = await tx
    .update(tasks)
    .set(set)
    .where(and(eq(tasks.id, attachedTo), unlessEnded))
    .returning(columns);
  return attached;
}
