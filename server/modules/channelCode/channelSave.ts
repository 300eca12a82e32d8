import { eq } from "drizzle-orm";
import type { channelCodeCalls } from "../../../adapters/contract/channelCode.ts";
import { states } from "../../../adapters/contract/envelope.ts";
import { channelStatusMachine } from "../../../machines/status/channel.ts";
import { type Actor, type Handler, Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { channelCodes } from "../../db/schema/channelCode.ts";
import { companies } from "../../db/schema/company.ts";
import { orders } from "../../db/schema/order.ts";
import { audited, changes } from "../changes.ts";
import { pinyinOrder, searchText } from "../pinyinOrder.ts";
import { refusingDuplicates } from "../refusing.ts";
import { renameCopies } from "../renameCopies.ts";
import type { ChannelRecord } from "./channelList.ts";
import { liveChannel, lockChannel } from "./liveChannel.ts";

const duplicates = { channel_codes_code_key: "渠道码已存在，请更换渠道码" };

/** What a channel earns is a matter of money out of the house, so only an admin says it. */
function refuseRatio(ratio: number | undefined, present: number, { roles }: Actor): void {
  if (ratio === undefined || ratio === present || roles.includes("admin")) return;
  throw new Refusal("佣金比例仅超级管理员可设置，请联系超级管理员", states.roleForbidden);
}

const derived = ({ name, code }: Pick<ChannelRecord, "name" | "code">) => ({
  nameOrder: pinyinOrder(name),
  search: searchText(name, code),
});

const instantOf = (text: string | undefined) => (text ? new Date(text) : null);

/** Adds a channel, in use at once. */
export const channelCreate: Handler<typeof channelCodeCalls.channelCreate> = async ({ body }, call) => {
  const { requestId, expireAt, ratio = 0, remark = "", ...sent } = body;
  refuseRatio(ratio, 0, call.actor);
  const { now } = call;
  const fields = { ...sent, ratio, remark, expireAt: instantOf(expireAt) };
  const id = call.newId();
  await refusingDuplicates(duplicates, () =>
    call.db
      .insert(channelCodes)
      .values({ ...fields, ...derived(fields), id, createdAt: now, updatedAt: now }),
  );
  call.audit({ entityId: id, after: audited(fields) });
  return { id, version: 1 };
};

/** Saves the fields that were sent, the phone only if it was; a status goes through its machine. */
export const channelUpdate: Handler<typeof channelCodeCalls.channelUpdate> = async ({ body }, call) => {
  const { id, version, requestId, expireAt, status: to, ...sent } = body;
  if (sent.name !== undefined) await holdNamed(call.db, id, sent.name);
  const record = await lockChannel(call, id, version);
  refuseRatio(sent.ratio, record.ratio, call.actor);
  const edit: Partial<ChannelRecord> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  );
  if (expireAt !== undefined && instantOf(expireAt)?.getTime() !== record.expireAt?.getTime())
    edit.expireAt = instantOf(expireAt);
  const isAll = Object.keys(edit).length === 0;
  if (to !== undefined && (to !== record.status || isAll)) edit.status = moved(record, to);
  const next = { version: version + 1, updatedAt: call.now };
  const write = { ...edit, ...derived({ ...record, ...edit }), ...next };
  await call.db.update(channelCodes).set(write).where(eq(channelCodes.id, id));
  if (edit.name !== undefined && edit.name !== record.name)
    await renameCopies(call.db, channelCodes, id, { name: edit.name });
  call.audit({ entityId: id, ...changes(record, edit) });
  return { id, version: next.version };
};

/**
 * Locks what a new name reaches before the channel itself: whoever works on an order locks it, then its company, then
 * the channel, and two who lock in opposite orders wait for each other.
 */
async function holdNamed(db: Db, id: string, name: string): Promise<void> {
  if ((await liveChannel(db, id)).name === name) return;
  for (const table of [orders, companies])
    await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.channelCodeId, id))
      .orderBy(table.id)
      .for("update");
}

function moved(record: ChannelRecord, to: ChannelRecord["status"]): ChannelRecord["status"] {
  const status = channelStatusMachine.next(record.status, to === "on" ? "enable" : "disable");
  if (status === null)
    throw new Refusal(`渠道当前状态为「${channelStatusMachine.label(record.status)}」，无需重复操作`);
  return status;
}
