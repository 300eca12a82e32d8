import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type HangarRecord, hangars } from "../../db/schema/hangar.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toHangarRow } from "./hangarList.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(hangars)
    .where(and(eq(hangars.id, id), isNull(hangars.deletedAt)));

/** The hangar, or a refusal. */
export async function getHangar(db: Db, id: string): Promise<HangarRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "机场");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockHangar(db: Db, id: string, version?: number): Promise<HangarRecord> {
  const [record] = await selectActive(db, id).for("update");
  const hangar = requireRecord(record, "机场");
  if (version !== undefined && hangar.version !== version) throw versionConflict(toHangarRow(hangar));
  return hangar;
}
