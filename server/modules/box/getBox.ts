import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { toBoxRow } from "./boxRow.ts";

const selectActive = (db: Db, id: string) =>
  db
    .select()
    .from(boxes)
    .where(and(eq(boxes.id, id), isNull(boxes.deletedAt)));

/** Reads a box; refuses if there is none. */
export async function getBox(db: Db, id: string): Promise<BoxRecord> {
  const [record] = await selectActive(db, id);
  return requireRecord(record, "云盒");
}

/** Reads a box and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockBox(db: Db, id: string, version?: number): Promise<BoxRecord> {
  const [record] = await selectActive(db, id).for("update");
  const box = requireRecord(record, "云盒");
  if (version !== undefined && box.version !== version) throw versionConflict(await toBoxRow(db, box));
  return box;
}
