import { eq, sql } from "drizzle-orm";
import type { Role } from "../../adapters/contract/roles.ts";
import type { Db } from "../db/handle.ts";
import { roleRights } from "../db/schema/roleRight.ts";

/** The roles that may not export, as part of a statement. */
export const deniedRoles = sql<
  Role[]
>`array(select ${roleRights.role} from ${roleRights} where not ${roleRights.mayExport})`;

/** Those of somebody's roles that may export what they may list. */
export async function readExportRoles<R extends Role>(db: Db, roles: readonly R[]): Promise<R[]> {
  const denied = await db
    .select({ role: roleRights.role })
    .from(roleRights)
    .where(eq(roleRights.mayExport, false));
  return roles.filter((role) => !denied.some((one) => one.role === role));
}

/** What the console is told of them: nothing where all roles may export. */
export async function tellExportRoles<R extends Role>(
  db: Db,
  roles: readonly R[],
): Promise<{ readonly exportRoles?: R[] }> {
  const exportRoles = await readExportRoles(db, roles);
  return exportRoles.length === roles.length ? {} : { exportRoles };
}
