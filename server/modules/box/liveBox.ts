import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/handle.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { conflict, found } from "../refusing.ts";
import { boxRow } from "./boxRow.ts";

const withId = (db: Db, id: string) =>
  db
    .select()
    .from(boxes)
    .where(and(eq(boxes.id, id), isNull(boxes.deletedAt)));

/** The box, or a refusal. */
export async function liveBox(db: Db, id: string): Promise<BoxRecord> {
  const [record] = await withId(db, id);
  return found(record, "云盒");
}

/** The same, its row locked until the transaction ends; a stale version is a conflict. */
export async function lockBox(db: Db, id: string, version?: number): Promise<BoxRecord> {
  const [record] = await withId(db, id).for("update");
  const box = found(record, "云盒");
  if (version !== undefined && box.version !== version) throw conflict(await boxRow(db, box));
  return box;
}
