import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { users } from "../../db/schema/user.ts";
import { conflict, found } from "../refusing.ts";
import { type UserRecord, userRow } from "./userList.ts";

const withId = (db: Db, id: string) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));

/** The user, or a refusal. */
export async function liveUser(db: Db, id: string): Promise<UserRecord> {
  const [record] = await withId(db, id);
  return found(record, "用户");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockUser(db: Db, id: string, version?: number): Promise<UserRecord> {
  const [record] = await withId(db, id).for("update");
  const user = found(record, "用户");
  if (version !== undefined && user.version !== version) throw conflict(userRow(user));
  return user;
}
