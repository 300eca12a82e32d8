import { and, eq, isNull } from "drizzle-orm";
import { type Call, RefusalError } from "../../call.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toStaffRow } from "./staffRow.ts";

const selectActive = (call: Pick<Call, "db">, id: string) =>
  call.db
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.deletedAt)));

/** Reads a staff member; refuses if there is none. */
export async function getStaff(call: Call, id: string): Promise<StaffRecord> {
  const [record] = await selectActive(call, id);
  return requireRecord(record, "后台账号");
}

/** Reads the caller's own record; `update` locks its row until the transaction ends. */
export async function getOwnStaff(
  call: Pick<Call, "db" | "actor">,
  mode: "read" | "update" = "read",
): Promise<StaffRecord> {
  const query = selectActive(call, call.actor.id);
  const [record] = await (mode === "update" ? query.for("update") : query);
  return requireRecord(record, "后台账号");
}

/** Reads and locks another staff member's row. Refuses one's own account; a stale version is a conflict. */
export async function lockOtherStaff(call: Call, id: string, version: number): Promise<StaffRecord> {
  if (id === call.actor.id) throw new RefusalError("不能操作自己的账号，请由其他管理员操作");
  const [record] = await selectActive(call, id).for("update");
  const member = requireRecord(record, "后台账号");
  if (member.version !== version) throw versionConflict(await toStaffRow(call, member));
  return member;
}
