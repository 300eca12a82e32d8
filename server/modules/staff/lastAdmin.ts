import { and, arrayContains, eq, isNull, sql } from "drizzle-orm";
import { type Call, Refusal } from "../../call.ts";
import { staff } from "../../db/schema/staff.ts";

/** Any number that nothing else locks. */
const adminsLock = 727_276;

/**
 * Refuses a change after which no admin could sign in any more. Called after the change, inside its transaction;
 * two admins who would remove each other at once go through here one after the other.
 */
export async function keepAnAdmin({ db }: Pick<Call, "db">): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${adminsLock})`);
  const left = await db.$count(
    staff,
    and(eq(staff.status, "normal"), isNull(staff.deletedAt), arrayContains(staff.roles, ["admin"])),
  );
  if (left === 0) throw new Refusal("至少要保留一名可用的超级管理员");
}
