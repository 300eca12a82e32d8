import { and, inArray, isNotNull, type SQL } from "drizzle-orm";
import { writeSystemAudit } from "../audit/writeAudit.ts";
import type { Db } from "../db/handle.ts";
import { recoveryCodes } from "../db/schema/recoveryCodes.ts";
import { staff } from "../db/schema/staff.ts";

/**
 * Removes the second factors of the accounts that the condition finds, with an audit row for each. Only at the start,
 * before any session is cached.
 * @param summary why, for the audit trail
 */
export async function resetSecondFactors(
  db: Db,
  condition: SQL | undefined,
  summary: string,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const people = await tx
      .update(staff)
      .set({ totpSecret: null, totpStep: null })
      .where(and(condition, isNotNull(staff.totpSecret)))
      .returning({ id: staff.id });
    const ids = people.map(({ id }) => id);
    await tx.delete(recoveryCodes).where(inArray(recoveryCodes.staffId, ids));
    for (const id of ids)
      await writeSystemAudit(tx, {
        id: newId(),
        at: now,
        summary,
        entity: "staff",
        entityId: id,
        after: { secondFactor: "reset" },
      });
  });
}
