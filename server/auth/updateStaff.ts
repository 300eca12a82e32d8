import { and, eq, type SQL } from "drizzle-orm";
import type { Call } from "../call.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";

/**
 * Updates a staff member and invalidates cached sessions after the commit. Calls change staff only through this.
 * @param condition a further condition on the row
 * @returns whether a row matched
 */
export async function updateStaff(
  { db, publish }: Pick<Call, "db" | "publish">,
  staffId: string,
  fields: Partial<StaffRecord>,
  condition?: SQL,
): Promise<boolean> {
  const changed = await db
    .update(staff)
    .set(fields)
    .where(and(eq(staff.id, staffId), condition))
    .returning({ id: staff.id });
  publish("staff.changed", { staffId });
  return changed.length > 0;
}
