import { boxes } from "../../db/schema/box.ts";
import { createRecordReader } from "../../records/recordReader.ts";
import { toBoxRow } from "./boxRow.ts";

export const { get: getBox, lock: lockBox } = createRecordReader(boxes, "云盒", (box, { db }) =>
  toBoxRow(db, box),
);
