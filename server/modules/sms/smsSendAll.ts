import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handler, Refusal } from "../../call.ts";
import { insertAll } from "../../db/insertAll.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { smsBatches } from "../../db/schema/smsBatch.ts";
import { searchText } from "../pinyinOrder.ts";
import { earliest } from "./marketingHours.ts";
import { recipientsOf } from "./smsRecipients.ts";
import { massText } from "./smsText.ts";

/** Messages of one mass sending. */
export const mostRecipients = 50_000;

/** Queues a message for everybody who is meant, in one transaction; the background sends them. */
export const smsSendAll: Handler<typeof smsCalls.smsSendAll> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const { type, target, expectedCount } = body;
  const text = await massText(db, call.sms, body);
  const people = await recipientsOf(db, { type, target }, now);
  const count = people.length;
  if (count === 0) throw new Refusal("没有符合条件的收件人");
  if (count > mostRecipients)
    throw new Refusal(`单次最多发送 ${mostRecipients} 条，现有 ${count} 人，请缩小范围`);
  if (expectedCount !== undefined && expectedCount !== count)
    throw new Refusal(`收件人已由 ${expectedCount} 人变为 ${count} 人，请核对后重新发送`);
  const batchId = call.newId();
  const notBefore = earliest(type, now);
  const stamps = { createdAt: now, updatedAt: now, notBefore };
  const { templateCode, templateName, signature, content, parts } = text;
  await db.insert(smsBatches).values({
    ...stamps,
    id: batchId,
    type,
    templateName,
    content,
    parts,
    total: count,
    senderName: actor.name,
    sessionId: actor.sessionId,
  });
  await insertAll(
    db,
    smsMessages,
    people.map((person) => ({
      ...stamps,
      ...person,
      ...text,
      id: call.newId(),
      type,
      batchId,
      senderName: actor.name,
      urgency: 2,
      search: searchText(content),
    })),
  );
  call.audit({ entityId: batchId, after: { type, templateCode, signature, content, parts, count, target } });
  call.afterCommit(() => call.publish("sms.queued", { count }));
  return { batchId, count, notBefore: notBefore.toISOString() };
};
