import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { conflict, found } from "../refusing.ts";
import { hangarRow } from "./hangarList.ts";

const withId = (db: Db, id: string) =>
  db
    .select()
    .from(hangars)
    .where(and(eq(hangars.id, id), isNull(hangars.deletedAt)));

/** The hangar, or a refusal. */
export async function liveHangar(db: Db, id: string): Promise<HangarRecord> {
  const [record] = await withId(db, id);
  return found(record, "机场");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockHangar(db: Db, id: string, version?: number): Promise<HangarRecord> {
  const [record] = await withId(db, id).for("update");
  const hangar = found(record, "机场");
  if (version !== undefined && hangar.version !== version) throw conflict(hangarRow(hangar));
  return hangar;
}
