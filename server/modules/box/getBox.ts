import type { Db } from "../../db/handle.ts";
import { type BoxRecord, boxes } from "../../db/schema/box.ts";
import { findActive } from "../../records/findActive.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { toBoxRow } from "./boxRow.ts";

/** Reads a box; refuses if there is none. */
export async function getBox(db: Db, id: string): Promise<BoxRecord> {
  return requireRecord(await findActive(db, boxes, id), "云盒");
}

/** Reads a box and locks its row until the transaction ends; a stale version is a conflict. */
export async function lockBox(db: Db, id: string, version?: number): Promise<BoxRecord> {
  const box = requireRecord(await findActive(db, boxes, id, "update"), "云盒");
  if (version !== undefined && box.version !== version) throw createVersionConflict(await toBoxRow(db, box));
  return box;
}
