import { and, asc, eq, isNull } from "drizzle-orm";
import { maxPlusPerBox, type PlusRow, type plusCalls, plusRow } from "../../../adapters/contract/plus.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Handlers } from "../../call.ts";
import { type PlusRecord, plusModules } from "../../db/schema/plus.ts";
import { RefusalError } from "../../errors.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import { removeRecord } from "../../records/writeRecord.ts";
import { getBox, lockBox } from "../box/getBox.ts";

const duplicateMessages = { plus_modules_sn_key: "序列号已被其他扩展模块使用，请核对后重新填写" };
const belongsToBox = (boxId: string) => and(eq(plusModules.boxId, boxId), isNull(plusModules.deletedAt));

const toPlusRow = (record: PlusRecord): PlusRow => toWireRow(plusRow, record);
const plusRecords = createRecordStore(plusModules, word.plus, toPlusRow);

export const plusHandlers: Handlers<typeof plusCalls> = {
  plusList: async ({ params }, { db }) => {
    await getBox(db, params.id);
    const records = await db
      .select()
      .from(plusModules)
      .where(belongsToBox(params.id))
      .orderBy(asc(plusModules.createdAt), asc(plusModules.id));
    return records.map(toPlusRow);
  },
  plusAdd: async ({ body }, call) => {
    // Locked, so that concurrent requests see each other's modules in the count.
    const box = await lockBox(call, body.boxId);
    if ((await call.db.$count(plusModules, belongsToBox(box.id))) >= maxPlusPerBox)
      throw new RefusalError(`云盒「${box.name}」已有 ${maxPlusPerBox} 个扩展模块，不能再添加`);
    const fields = { ...body, status: body.status ?? "normal" };
    return plusRecords.save(call, fields, { duplicates: duplicateMessages });
  },
  plusUpdate: ({ body }, call) => plusRecords.save(call, body, { duplicates: duplicateMessages }),
  plusDel: async ({ params, query }, call) => {
    const record = await plusRecords.lock(call, params.id, query.version);
    return removeRecord(call, plusModules, record, ["boxId", "name", "kind", "sn"]);
  },
};
