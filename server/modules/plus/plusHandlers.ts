import { and, asc, eq, isNull } from "drizzle-orm";
import { maxPlusPerBox, type PlusRow, type plusCalls, plusRow } from "../../../adapters/contract/plus.ts";
import type { Handlers } from "../../call.ts";
import { type PlusRecord, plusModules } from "../../db/schema/plus.ts";
import { RefusalError } from "../../errors.ts";
import { diffFields } from "../../records/diffFields.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createRecordReader } from "../../records/recordReader.ts";
import { handleUniqueViolation } from "../../records/refusals.ts";
import { toWireRow } from "../../records/toWireRow.ts";
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
    const { db, now } = call;
    // Locked, so that concurrent requests see each other's modules in the count.
    const box = await lockBox(call, sent.boxId);
    if ((await db.$count(plusModules, belongsToBox(box.id))) >= maxPlusPerBox)
      throw new RefusalError(`云盒「${box.name}」已有 ${maxPlusPerBox} 个扩展模块，不能再添加`);
    const fields = { ...sent, status };
    const id = call.newId();
    await handleUniqueViolation(duplicateMessages, () =>
      db.insert(plusModules).values({ ...fields, id, createdAt: now, updatedAt: now }),
    );
    call.audit({ entityId: id, after: fields });
    return { id, version: 1 };
  },
  plusUpdate: async ({ body }, call) => {
    const { id, version, requestId, ...sent } = body;
    const { db, now } = call;
    const record = await lockPlusModule(call, id, version);
    const patch: Partial<PlusRecord> = omitUndefined(sent);
    await handleUniqueViolation(duplicateMessages, () =>
      db
        .update(plusModules)
        .set({ ...patch, version: version + 1, updatedAt: now })
        .where(eq(plusModules.id, id)),
    );
    call.audit({ entityId: id, ...diffFields(record, patch) });
    return { id, version: version + 1 };
  },
  plusDel: async ({ params, query }, call) => {
    const { id, name, kind, sn, boxId, version } = await lockPlusModule(call, params.id, query.version);
    const next = { deletedAt: call.now, version: version + 1 };
    await call.db.update(plusModules).set(next).where(eq(plusModules.id, id));
    call.audit({ entityId: id, before: { boxId, name, kind, sn } });
    return { id, version: next.version };
  },
};
