import { and, asc, eq, isNull } from "drizzle-orm";
import { maxPlusPerBox, type PlusRow, type plusCalls, plusRow } from "../../../adapters/contract/plus.ts";
import type { Handlers } from "../../call.ts";
import { type PlusRecord, plusModules } from "../../db/schema/plus.ts";
import { RefusalError } from "../../errors.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createRecordReader } from "../../records/recordReader.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import { insertRecord, removeRecord, updateRecord } from "../../records/writeRecord.ts";
import { getBox, lockBox } from "../box/getBox.ts";

const duplicateMessages = { plus_modules_sn_key: "序列号已被其他扩展模块使用，请核对后重新填写" };
const belongsToBox = (boxId: string) => and(eq(plusModules.boxId, boxId), isNull(plusModules.deletedAt));

const toPlusRow = (record: PlusRecord): PlusRow => toWireRow(plusRow, record);
const { lock: lockPlusModule } = createRecordReader(plusModules, "扩展模块", toPlusRow);

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
    const { requestId, status = "normal", ...sent } = body;
    // Locked, so that concurrent requests see each other's modules in the count.
    const box = await lockBox(call, sent.boxId);
    if ((await call.db.$count(plusModules, belongsToBox(box.id))) >= maxPlusPerBox)
      throw new RefusalError(`云盒「${box.name}」已有 ${maxPlusPerBox} 个扩展模块，不能再添加`);
    return insertRecord(call, plusModules, { ...sent, status }, { duplicates: duplicateMessages });
  },
  plusUpdate: async ({ body }, call) => {
    const { id, version, requestId, ...sent } = body;
    const record = await lockPlusModule(call, id, version);
    return updateRecord(call, plusModules, record, omitUndefined(sent), { duplicates: duplicateMessages });
  },
  plusDel: async ({ params, query }, call) => {
    const record = await lockPlusModule(call, params.id, query.version);
    return removeRecord(call, plusModules, record, ["boxId", "name", "kind", "sn"]);
  },
};
