import { and, count, eq, gt, inArray, isNull } from "drizzle-orm";
import { importMaxBytes, importMaxRows } from "../../../adapters/contract/sheetImport.ts";
import type { RecipientList, smsRecipientCalls } from "../../../adapters/contract/smsRecipients.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { smsRecipientLists } from "../../db/schema/smsRecipientList.ts";
import { users } from "../../db/schema/user.ts";
import { RefusalError } from "../../errors.ts";
import { readRows } from "../../files/readRows.ts";
import { findPhones, type RecipientRow } from "./findPhones.ts";

const damagedMessage = "无法读取该文件，请保存为 .xlsx 或 .csv 后再选择";
/** A list tells of each number whether it is a customer's: a person has so many in 24 hours. */
const maxListsPerDay = 20;
const dayMs = 86_400_000;

async function assertListLimit({ db, actor, now }: Call): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const [counted] = await db
    .select({ count: count() })
    .from(smsRecipientLists)
    .where(and(eq(smsRecipientLists.staffId, actor.id), gt(smsRecipientLists.createdAt, since)));
  if ((counted?.count ?? 0) >= maxListsPerDay)
    throw new RefusalError(
      `24 小时内最多读取 ${maxListsPerDay} 份收件名单，请稍后再试，或在列表中选择收件人`,
    );
}

/** The users of these phones that the actor sees, by phone. */
async function findUsers(db: Db, phones: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await db
    .select({ id: users.id, phone: users.phoneNumber })
    .from(users)
    .where(and(inArray(users.phoneNumber, [...phones]), isNull(users.deletedAt)));
  return new Map(found.map(({ id, phone }) => [phone, id]));
}

/** What is wrong with each row: no number, one that an earlier row has, or nobody's. */
function findFaults(
  rows: readonly RecipientRow[],
  userIds: ReadonlyMap<string, string>,
): RecipientList["faults"] {
  const firsts = new Map<string, number>();
  return rows.flatMap(({ row, phone }) => {
    if (phone === null) return [{ row, message: "不是手机号" }];
    const first = firsts.get(phone);
    if (first !== undefined) return [{ row, message: `与第 ${first} 行重复` }];
    firsts.set(phone, row);
    return userIds.has(phone) ? [] : [{ row, message: "不是平台用户，请先在用户列表中新增" }];
  });
}

export const smsRecipientHandlers: Handlers<typeof smsRecipientCalls> = {
  smsRecipientsRead: {
    prepare: async ({ file: { bytes, truncated } }) => {
      if (truncated || bytes.length > importMaxBytes)
        throw new RefusalError(`文件不能超过 ${importMaxBytes / 1024 / 1024} MB，请拆分后再选择`);
      if (bytes.length === 0) throw new RefusalError(word.emptyFile);
      // One more than a list may have, and a heading.
      const rows = findPhones(await readRows(bytes, importMaxRows + 2, damagedMessage));
      return async ({ query: { fileName } }, call) => {
        await assertListLimit(call);
        const phones = rows.flatMap(({ phone }) => (phone === null ? [] : [phone]));
        const userIds = await findUsers(call.visibleDb, [...new Set(phones)]);
        const id = call.newId();
        await call.db.insert(smsRecipientLists).values({
          id,
          staffId: call.actor.id,
          fileName,
          userIds: [...userIds.values()],
          createdAt: call.now,
        });
        call.audit({ entityId: id, after: { fileName, count: rows.length, found: userIds.size } });
        return { id, total: rows.length, found: userIds.size, faults: findFaults(rows, userIds) };
      };
    },
  },
};
