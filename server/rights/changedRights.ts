import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type ChangedRights, mayCall } from "../../adapters/contract/mayCall.ts";
import type { Role } from "../../adapters/contract/roles.ts";
import type { Db } from "../db/handle.ts";
import { type StaffRecord, staff } from "../db/schema/staff.ts";
import { type StaffRoleRecord, staffRoles } from "../db/schema/staffRole.ts";
import { fixedRole, rights } from "./rights.ts";

type StoredRole = Pick<StaffRoleRecord, "role" | "given" | "taken">;
type Account = Pick<StaffRecord, "roles" | "ownRoleId">;

/** Selects the stored roles of an account; a subquery of a statement that reads `staff`. */
export const ownStoredRoles: SQL<StoredRole[]> = sql`coalesce((
  select json_agg(json_build_object('role', ${staffRoles.role}, 'given', ${staffRoles.given}, 'taken', ${staffRoles.taken}))
  from ${staffRoles}
  where ${staffRoles.id} = ${staff.ownRoleId}
    or (${staff.ownRoleId} is null and ${staffRoles.name} = '' and ${staffRoles.role} = any(${staff.roles}))
), '[]')`;

/**
 * Differences from the contract for a person with these roles; undefined if there are none. Who has several roles needs a
 * right from one of them only.
 */
export function toChangedRights(
  roles: readonly Role[],
  stored: readonly StoredRole[],
): ChangedRights | undefined {
  if (stored.every(({ given, taken }) => given.length + taken.length === 0)) return undefined;
  const changes = new Map<Role, StoredRole>(stored.map((one) => [one.role, one]));
  const listChangedTo = (isGiven: boolean) =>
    [...rights.values()]
      .filter((call) => {
        const may = roles.some((role) =>
          mayCall({ roles: [role], changedRights: role === fixedRole ? undefined : changes.get(role) }, call),
        );
        return may === isGiven && mayCall({ roles }, call) !== isGiven;
      })
      .map(({ path }) => path);
  const [given, taken] = [listChangedTo(true), listChangedTo(false)];
  return given.length + taken.length > 0 ? { given, taken } : undefined;
}

/** Reads the current differences of an account's rights from the contract. */
export async function readChangedRights(
  db: Db,
  { roles, ownRoleId }: Account,
): Promise<ChangedRights | undefined> {
  const isItsRole =
    ownRoleId === null
      ? and(
          eq(staffRoles.name, ""),
          inArray(
            staffRoles.role,
            roles.filter((role) => role !== fixedRole),
          ),
        )
      : eq(staffRoles.id, ownRoleId);
  return toChangedRights(roles, await db.select().from(staffRoles).where(isItsRole));
}
