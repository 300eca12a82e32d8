import type { Db } from "../../db/handle.ts";
import { users } from "../../db/schema/user.ts";
import { findActive } from "../../records/findActive.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toUserRow, type UserRecord } from "./userList.ts";

/** Reads a user; refuses if there is none. */
export async function getUser(db: Db, id: string): Promise<UserRecord> {
  return requireRecord(await findActive(db, users, id), "用户");
}

/** Reads a user and locks the row until the transaction ends; a stale version is a conflict. */
export async function lockUser(db: Db, id: string, version?: number): Promise<UserRecord> {
  const user = requireRecord(await findActive(db, users, id, "update"), "用户");
  if (version !== undefined && user.version !== version) throw createVersionConflict(toUserRow(user));
  return user;
}
