import { and, eq, isNull } from "drizzle-orm";
import { type Call, Refusal } from "../../call.ts";
import { type StaffRecord, staff } from "../../db/schema/staff.ts";
import { conflict, found } from "../refusing.ts";
import { staffRow } from "./staffRow.ts";

const withId = (call: Pick<Call, "db">, id: string) =>
  call.db
    .select()
    .from(staff)
    .where(and(eq(staff.id, id), isNull(staff.deletedAt)));

/** The staff member, or a refusal. */
export async function liveStaff(call: Call, id: string): Promise<StaffRecord> {
  const [record] = await withId(call, id);
  return found(record, "后台账号");
}

/** The caller's own record; for an update its row is locked until the transaction ends. */
export async function ownRecord(
  call: Pick<Call, "db" | "actor">,
  use: "read" | "update" = "read",
): Promise<StaffRecord> {
  const query = withId(call, call.actor.id);
  const [record] = await (use === "update" ? query.for("update") : query);
  return found(record, "后台账号");
}

/** Somebody else's record, its row locked; a stale version is a conflict, and one's own account is refused. */
export async function lockColleague(call: Call, id: string, version: number): Promise<StaffRecord> {
  if (id === call.actor.id) throw new Refusal("不能操作自己的账号，请由其他管理员操作");
  const [record] = await withId(call, id).for("update");
  const member = found(record, "后台账号");
  if (member.version !== version) throw conflict(await staffRow(call, member));
  return member;
}
