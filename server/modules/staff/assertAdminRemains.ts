import { and, arrayContains, eq, isNull, ne, sql } from "drizzle-orm";
import { type Call, RefusalError } from "../../call.ts";
import { advisoryLocks } from "../../db/advisoryLocks.ts";
import { staff } from "../../db/schema/staff.ts";

/**
 * Refuses to take the admin role or the access from `id` where no other admin could sign in any more. Called before
 * the account is locked, inside the change's transaction; two admins who would remove each other at once go through
 * here one after the other.
 */
export async function assertAdminRemains({ db }: Pick<Call, "db">, id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.admins})`);
  const otherAdmins = await db.$count(
    staff,
    and(
      ne(staff.id, id),
      eq(staff.status, "normal"),
      isNull(staff.deletedAt),
      arrayContains(staff.roles, ["admin"]),
    ),
  );
  if (otherAdmins === 0) throw new RefusalError("至少要保留一名可用的超级管理员");
}
