import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { users } from "../../db/schema/user.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toUserRow, type UserRecord } from "./userList.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));

/** Reads a user; refuses if there is none. */
export async function getUser(db: Db, id: string): Promise<UserRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "用户");
}

/** Reads a user and locks the row until the transaction ends; a stale version is a conflict. */
export async function lockUser(db: Db, id: string, version?: number): Promise<UserRecord> {
  const [record] = await selectActive(db, id).for("update");
  const user = requireRecord(record, "用户");
  if (version !== undefined && user.version !== version) throw versionConflict(toUserRow(user));
  return user;
}
