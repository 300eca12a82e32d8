import type { smsCalls } from "../../../adapters/contract/sms.ts";
import { type Handler, RefusalError } from "../../call.ts";
import { insertAll } from "../../db/insertAll.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { smsBatches } from "../../db/schema/smsBatch.ts";
import { buildSearchText } from "../searchText.ts";
import { earliestSendTime } from "./marketingHours.ts";
import { selectRecipients } from "./smsRecipients.ts";
import { renderBulkText } from "./smsText.ts";

/** Messages of one mass sending. */
export const maxRecipients = 50_000;

/** Queues a message for everybody who is meant, in one transaction; the background sends them. */
export const smsSendAll: Handler<typeof smsCalls.smsSendAll> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const { type, target, expectedCount } = body;
  const text = await renderBulkText(db, call.sms, body);
  const recipients = await selectRecipients(db, { type, target }, now);
  const count = recipients.length;
  if (count === 0) throw new RefusalError("没有符合条件的收件人");
  if (count > maxRecipients)
    throw new RefusalError(`单次最多发送 ${maxRecipients} 条，现有 ${count} 人，请缩小范围`);
  if (expectedCount !== undefined && expectedCount !== count)
    throw new RefusalError(`收件人已由 ${expectedCount} 人变为 ${count} 人，请核对后重新发送`);
  const batchId = call.newId();
  const notBefore = earliestSendTime(type, now);
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
    recipients.map((recipient) => ({
      ...stamps,
      ...recipient,
      ...text,
      id: call.newId(),
      type,
      batchId,
      senderName: actor.name,
      urgency: 2,
      search: buildSearchText(content),
    })),
  );
  call.audit({ entityId: batchId, after: { type, templateCode, signature, content, parts, count, target } });
  call.afterCommit(() => call.publish("sms.queued", { count }));
  return { batchId, count, notBefore: notBefore.toISOString() };
};
