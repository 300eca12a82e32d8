import * as word from "../../../adapters/contract/words.ts";
import { boxes } from "../../db/schema/box.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { toBoxRow } from "./boxRow.ts";

export const { get: getBox, lock: lockBox } = createRecordStore(boxes, word.box, (box, { db }) =>
  toBoxRow(db, box),
);
