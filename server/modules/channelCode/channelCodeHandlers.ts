import { and, eq, inArray, isNull } from "drizzle-orm";
import type { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { stateCodes } from "../../../adapters/contract/envelope.ts";
import * as word from "../../../adapters/contract/words.ts";
import { channelStatusMachine } from "../../../machines/status/channel.ts";
import type { Actor, Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { orders } from "../../db/schema/order.ts";
import { RefusalError } from "../../errors.ts";
import { announceChange } from "../../records/announceChange.ts";
import { nextStatus } from "../../records/nextStatus.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { renameCopies } from "../../records/renameCopies.ts";
import { removeRecord, updateRecord } from "../../records/writeRecord.ts";
import { type ChannelRecord, channelRecords } from "./channelList.ts";

const duplicateMessages = { channel_codes_code_key: "渠道码已存在，请更换渠道码" };

/** Only an admin may set the commission of a channel, because it is paid out. */
function assertCanSetRatio(ratio: number | undefined, current: number, { roles }: Actor): void {
  if (ratio === undefined || ratio === current || roles.includes("admin")) return;
  throw new RefusalError("佣金比例仅超级管理员可设置，请联系超级管理员", stateCodes.roleForbidden);
}

const parseInstant = (text: string | undefined) => (text ? new Date(text) : null);

/** Adds a channel, enabled. */
const channelCreate: Handler<typeof channelCodeCalls.channelCreate> = async ({ body }, call) => {
  const fields = { ratio: 0, remark: "", expireAt: "", ...omitUndefined(body) };
  assertCanSetRatio(fields.ratio, 0, call.actor);
  return channelRecords.save(call, fields, { duplicates: duplicateMessages });
};

/** Saves the fields that were sent; a status change goes through the status machine. */
const channelUpdate: Handler<typeof channelCodeCalls.channelUpdate> = async ({ body }, call) => {
  const { id, version, requestId, expireAt, status: to, ...sent } = body;
  if (sent.name !== undefined) await lockNameDependents(call.db, id, sent.name);
  const record = await channelRecords.lock(call, id, version);
  assertCanSetRatio(sent.ratio, record.ratio, call.actor);
  const patch: Partial<ChannelRecord> = omitUndefined(sent);
  if (expireAt !== undefined && parseInstant(expireAt)?.getTime() !== record.expireAt?.getTime())
    patch.expireAt = parseInstant(expireAt);
  const isOnlyChange = Object.keys(patch).length === 0;
  if (to !== undefined && (to !== record.status || isOnlyChange))
    patch.status = nextStatus(channelStatusMachine, word.channel, record, to === "on" ? "enable" : "disable");
  const saved = await updateRecord(call, channelCodes, record, patch);
  if (patch.name !== undefined && patch.name !== record.name) {
    await renameCopies(call, channelCodes, id, { name: patch.name });
    announceChange(call, "company", null);
    announceChange(call, "order", null);
  }
  return saved;
};

/**
 * Locks the records that copy the name before the channel itself. Order changes lock the order, then its company, then
 * the channel; the opposite order would deadlock.
 */
async function lockNameDependents(db: Db, id: string, name: string): Promise<void> {
  if ((await channelRecords.get(db, id)).name === name) return;
  for (const table of [orders, companies])
    await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.channelCodeId, id))
      .orderBy(table.id)
      .for("update");
}

export const channelCodeHandlers: Handlers<typeof channelCodeCalls> = {
  channelPageList: channelRecords.list,
  channelOne: channelRecords.one,
  channelCreate,
  channelUpdate,
  channelDelete: async ({ params, query }, call) => {
    const record = await channelRecords.lock(call, params.id, query.version);
    const { id, name } = record;
    const companyCount = await call.db.$count(
      companies,
      and(eq(companies.channelCodeId, id), isNull(companies.deletedAt)),
    );
    if (companyCount > 0)
      throw new RefusalError(`有 ${companyCount} 家企业使用渠道「${name}」，不能删除，可以改为停用`);
    const openOrderCount = await call.db.$count(
      orders,
      and(eq(orders.channelCodeId, id), inArray(orders.status, ["pending", "auditing", "refunding"])),
    );
    if (openOrderCount > 0)
      throw new RefusalError(
        `有 ${openOrderCount} 个未完结的订单属于渠道「${name}」，不能删除，可以改为停用`,
      );
    return removeRecord(call, channelCodes, record, ["name", "code"]);
  },
};
