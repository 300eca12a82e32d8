import * as word from "../../../adapters/contract/words.ts";
import type { Call } from "../../call.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { RefusalError } from "../../errors.ts";
import { findActive } from "../../records/findActive.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toStaffRow } from "./staffRow.ts";

/** Reads a staff member; refuses if there is none. */
export async function getStaff(call: Call, id: string): Promise<StaffRecord> {
  return requireRecord(await findActive(call.db, staff, id), word.staff);
}

/** Reads the caller's own record; `lock` locks its row until the transaction ends. */
export async function getOwnStaff(
  { db, actor }: Pick<Call, "db" | "actor">,
  lock?: "update",
): Promise<StaffRecord> {
  return requireRecord(await findActive(db, staff, actor.id, lock), word.staff);
}

/** Reads and locks another staff member's row. Refuses one's own account; a stale version is a conflict. */
export async function lockOtherStaff(call: Call, id: string, version: number): Promise<StaffRecord> {
  if (id === call.actor.id) throw new RefusalError("不能操作自己的账号，请由其他管理员操作");
  const member = requireRecord(await findActive(call.db, staff, id, "update"), word.staff);
  if (member.version !== version) throw createVersionConflict(await toStaffRow(call, member));
  return member;
}
