import type { StaffRow } from "../../../adapters/contract/staff.ts";
import { getLocks } from "../../auth/loginThrottle.ts";
import type { Call } from "../../call.ts";
import type { StaffRecord } from "../../db/schema/staff.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { readDepartmentNames } from "../department/departmentHandlers.ts";
import { readOwnRoleNames } from "../roleRight/roleRightHandlers.ts";

/** Staff members as lists and details show them, with masked phones and the locks after failed logins. */
export async function toStaffRows(
  { db, now }: Pick<Call, "db" | "now">,
  records: readonly StaffRecord[],
): Promise<StaffRow[]> {
  const locks = await getLocks(
    db,
    records.map(({ phoneNumber }) => phoneNumber),
    now,
  );
  const departmentNames = await readDepartmentNames(db);
  const roleNames = await readOwnRoleNames(db);
  return records.map((record) => ({
    id: record.id,
    version: record.version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    name: record.name,
    phoneNumber: maskPhone(record.phoneNumber),
    roles: record.roles,
    ownRoleId: record.ownRoleId,
    ownRoleName: roleNames.get(record.ownRoleId ?? "") ?? "",
    departmentId: record.departmentId,
    departmentName: departmentNames.get(record.departmentId ?? "") ?? "",
    dataScope: record.dataScope,
    status: record.status,
    mustChange: record.mustChange,
    secondFactor: record.totpSecret !== null,
    lastLoginAt: record.lastLoginAt?.toISOString() ?? null,
    lockedUntil: locks.get(record.phoneNumber)?.toISOString() ?? null,
  }));
}

export async function toStaffRow(call: Pick<Call, "db" | "now">, record: StaffRecord): Promise<StaffRow> {
  const [row] = await toStaffRows(call, [record]);
  if (!row) throw new Error("One record makes one row");
  return row;
}
