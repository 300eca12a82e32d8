import { and, eq, type SQL } from "drizzle-orm";
import type { Call } from "../call.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";

/**
 * Changes a staff member and, once that is committed, tells the sessions in memory of it. The only way in which calls
 * change staff.
 * @param condition a further condition that the row has to meet
 * @returns whether there was such a row
 */
export async function updateStaff(
  { db, afterCommit, publish }: Pick<Call, "db" | "afterCommit" | "publish">,
  staffId: string,
  fields: Partial<StaffRecord>,
  condition?: SQL,
): Promise<boolean> {
  const changed = await db
    .update(staff)
    .set(fields)
    .where(and(eq(staff.id, staffId), condition))
    .returning({ id: staff.id });
  afterCommit(() => publish("staff.changed", { staffId }));
  return changed.length > 0;
}
