import { and, eq, sql } from "drizzle-orm";
import type { SmsBatch, smsCalls } from "../../../adapters/contract/sms.ts";
import { smsStatusMachine } from "../../../machines/status/sms.ts";
import { smsBatchStatusMachine } from "../../../machines/status/smsBatch.ts";
import type { Handler, Handlers } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { insertAll } from "../../db/insertAll.ts";
import { smsMessages } from "../../db/schema/sms.ts";
import { type SmsBatchRecord, smsBatches } from "../../db/schema/smsBatch.ts";
import { RefusalError } from "../../errors.ts";
import { maskPhone } from "../../records/maskPhone.ts";
import { createVersionConflict, requireRecord } from "../../records/refusals.ts";
import { buildSearchText } from "../../records/searchText.ts";
import { removeRecord } from "../../records/writeRecord.ts";
import { getEarliestSendTime } from "../../sms/marketingHours.ts";
import { assertDailyLimit, assertPhoneLimits, hasDeclined, recordDecline } from "../../sms/phoneLimits.ts";
import { getSmsCounts } from "../../sms/smsCounts.ts";
import { renderBulkText, renderStandardText } from "../../sms/smsText.ts";
import { transitionSms } from "../../sms/transitionSms.ts";
import { codePlaceholder, generateCode } from "../../sms/verificationCode.ts";
import { buildBulkMessages, pickSamples } from "./bulkMessages.ts";
import { describeTarget } from "./describeTarget.ts";
import { getSms, lockSms } from "./getSms.ts";
import { toSmsRow } from "./smsList.ts";
import { smsPage } from "./smsPage.ts";
import { assertOwnList, countRecipients, countUnreachableCompanies } from "./smsRecipients.ts";

/** A bulk SMS with its progress. */
async function toSmsBatchRow(db: Db, record: SmsBatchRecord): Promise<SmsBatch> {
  const { id, version, type, templateName, content, parts, total, status, senderName } = record;
  const [summed] = await db
    .select({ parts: sql`coalesce(sum(${smsMessages.parts}), 0)`.mapWith(Number) })
    .from(smsMessages)
    .where(eq(smsMessages.batchId, id));
  return {
    id,
    version,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    type,
    templateName,
    content,
    parts,
    total,
    status,
    senderName,
    notBefore: record.notBefore.toISOString(),
    finishedAt: record.finishedAt?.toISOString() ?? null,
    totalParts: summed?.parts ?? 0,
    counts: await getSmsCounts(db, eq(smsMessages.batchId, id)),
  };
}

const smsBatch: Handler<typeof smsCalls.smsBatch> = async ({ params }, { db }) => {
  const [record] = await db.select().from(smsBatches).where(eq(smsBatches.id, params.id));
  return toSmsBatchRow(db, requireRecord(record, "群发任务"));
};

/** Cancels the queued messages of a bulk SMS; those handed to the gateway cannot be recalled. */
const smsBatchStop: Handler<typeof smsCalls.smsBatchStop> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const [record] = await db.select().from(smsBatches).where(eq(smsBatches.id, body.id)).for("update");
  const batch = requireRecord(record, "群发任务");
  if (batch.version !== body.version) throw createVersionConflict(await toSmsBatchRow(db, batch));
  const status = smsBatchStatusMachine.next(batch.status, "stop");
  if (status === null)
    throw new RefusalError(`群发当前状态为「${smsBatchStatusMachine.label(batch.status)}」，不能停止`);
  const cancelled = await db
    .update(smsMessages)
    .set({
      status: "failed",
      failReason: `${actor.name} 已停止群发`,
      updatedAt: now,
      version: sql`${smsMessages.version} + 1`,
    })
    .where(and(eq(smsMessages.batchId, batch.id), eq(smsMessages.status, "queued")))
    .returning({ id: smsMessages.id });
  const version = batch.version + 1;
  await db
    .update(smsBatches)
    .set({ status, version, updatedAt: now, finishedAt: now })
    .where(eq(smsBatches.id, batch.id));
  call.audit({
    entityId: batch.id,
    before: { batchStatus: batch.status },
    after: { batchStatus: status, unsent: cancelled.length },
  });
  return { id: batch.id, version };
};

/** Messages per bulk SMS. */
const maxRecipients = 50_000;

/** Queues a message for every recipient in one transaction; they are sent in the background. */
const smsSendAll: Handler<typeof smsCalls.smsSendAll> = async ({ body }, call) => {
  const { db, now, actor } = call;
  const { type, target, expectedCount } = body;
  await assertOwnList(db, target, actor.id, now);
  const text = await renderBulkText(db, call.sms, body);
  const { messages } = await buildBulkMessages(call.visibleDb, { type, target }, text, now);
  const count = messages.length;
  if (count === 0) throw new RefusalError("没有符合条件的收件人");
  if (count > maxRecipients)
    throw new RefusalError(`单次最多发送 ${maxRecipients} 条，现有 ${count} 人，请缩小范围`);
  if (expectedCount !== undefined && expectedCount !== count)
    throw new RefusalError(`收件人已由 ${expectedCount} 人变为 ${count} 人，请核对后重新发送`);
  const batchId = call.newId();
  const notBefore = getEarliestSendTime(type, now);
  const stamps = { createdAt: now, updatedAt: now, notBefore };
  const { templateCode, templateName, signature, content } = text;
  const parts = getLongest(messages);
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
    messages.map((message) => ({
      ...stamps,
      ...message,
      id: call.newId(),
      type,
      batchId,
      senderName: actor.name,
      urgency: 2,
      search: buildSearchText(message.content),
    })),
  );
  const describedTarget = await describeTarget(db, target);
  call.audit({
    entityId: batchId,
    after: { type, templateCode, signature, content, parts, count, target: describedTarget },
  });
  call.publish("sms.queued", { count });
  return { batchId, count, notBefore: notBefore.toISOString() };
};

const getLongest = (messages: readonly { readonly parts: number }[]): number =>
  messages.reduce((most, { parts }) => Math.max(most, parts), 0);

/** Queues a failed message again; refused for one with an unknown result, which may have arrived. */
const smsResend: Handler<typeof smsCalls.smsResend> = async ({ body }, call) => {
  const message = await lockSms(call, body.id, body.version);
  const { id, type, status, failReason, phone } = message;
  if (!call.sms) throw new RefusalError("尚未配置短信网关，请联系管理员");
  if (smsStatusMachine.next(status, "resend") === null) throw new RefusalError(getResendRefusal(status));
  if (type === "marketing" && (await hasDeclined(call.db, phone)))
    throw new RefusalError("该号码已退订营销短信，不能重发");
  await assertDailyLimit(call.db, phone, call.now);
  const newStatus = await transitionSms(call.db, message, "resend", call.now, {
    failReason: "",
    secret: type === "verify" ? generateCode(call.randomBytes) : "",
    notBefore: getEarliestSendTime(type, call.now),
    sentAt: null,
    deliveredAt: null,
    gatewayId: "",
    reportAt: null,
  });
  if (newStatus === null) throw new RefusalError("短信状态已变化，请刷新后重试");
  call.audit({ entityId: id, before: { status, failReason }, after: { status: newStatus } });
  call.publish("sms.queued", { count: 1 });
  return { id, version: message.version + 1, status: newStatus };
};

function getResendRefusal(status: Parameters<typeof smsStatusMachine.label>[0]): string {
  const refusal = `短信当前状态为「${smsStatusMachine.label(status)}」，不能重发`;
  return status === "unknown" ? `${refusal}：对方可能已经收到，请核对后另行发送` : refusal;
}

/** Queues one message with the type's standard template; it is sent in the background. */
const smsSend: Handler<typeof smsCalls.smsSend> = async ({ params: { phone, type } }, call) => {
  const { db, now, actor } = call;
  if (!call.sms) throw new RefusalError("尚未配置短信网关，请联系管理员");
  await assertPhoneLimits(db, phone, now);
  if (type === "marketing" && (await hasDeclined(db, phone)))
    throw new RefusalError("该号码已退订营销短信，不能发送");
  const text = await renderStandardText(db, type, { code: codePlaceholder });
  const id = call.newId();
  const notBefore = getEarliestSendTime(type, now);
  await db.insert(smsMessages).values({
    ...text,
    id,
    createdAt: now,
    updatedAt: now,
    phone,
    type,
    secret: type === "verify" ? generateCode(call.randomBytes) : "",
    senderName: actor.name,
    urgency: type === "verify" ? 0 : 1,
    notBefore,
    search: buildSearchText(text.content),
  });
  call.audit({
    entityId: id,
    after: { phone: maskPhone(phone), type, templateCode: text.templateCode, parts: text.parts },
  });
  call.publish("sms.queued", { count: 1 });
  return { id, version: 1, status: "queued", notBefore: notBefore.toISOString() };
};

/** Text, count and time of a bulk SMS. A refusal is part of the reply, so that the count is returned as well. */
const smsPreview: Handler<typeof smsCalls.smsPreview> = async ({ body }, call) => {
  const { db, now } = call;
  const { type, target } = body;
  const audience = { type, target };
  await assertOwnList(db, target, call.actor.id, now);
  const counted = await countRecipients(db, audience, now);
  const text = await renderBulkText(db, call.sms, body).catch((error: unknown) => {
    if (error instanceof RefusalError) return error;
    throw error;
  });
  const skipped = {
    frozen: counted.frozen,
    declined: counted.declined,
    limited: counted.limited,
    companies: await countUnreachableCompanies(db, audience, now),
    incomplete: 0,
  };
  const notBefore = getEarliestSendTime(type, now).toISOString();
  const refusal = text instanceof RefusalError ? text.message : getRecipientCountRefusal(counted.count);
  if (text instanceof RefusalError || counted.count > maxRecipients)
    return {
      content: "",
      parts: 0,
      totalParts: 0,
      count: counted.count,
      skipped,
      samples: [],
      notBefore,
      refusal,
    };
  const { messages, incomplete } = await buildBulkMessages(db, audience, text, now);
  return {
    content: text.content,
    parts: messages.length > 0 ? getLongest(messages) : text.parts,
    totalParts: messages.reduce((sum, { parts }) => sum + parts, 0),
    count: messages.length,
    skipped: { ...skipped, incomplete },
    samples: pickSamples(messages),
    notBefore,
    refusal: getRecipientCountRefusal(messages.length),
  };
};

function getRecipientCountRefusal(count: number): string {
  if (count === 0) return "没有符合条件的收件人";
  return count > maxRecipients ? `单次最多发送 ${maxRecipients} 条，请缩小范围` : "";
}

export const smsHandlers: Handlers<typeof smsCalls> = {
  smsSend,
  smsSendAll,
  smsListPage: smsPage,
  smsDelete: async ({ params, query }, call) => {
    const message = await lockSms(call, params.id, query.version);
    const { status } = message;
    if (status === "queued" || status === "sending")
      throw new RefusalError("短信正在发送，请待发送结束后再删除");
    // Soft deletion: the evidence of what was sent stays.
    return removeRecord(call, smsMessages, message, ["phone", "status"]);
  },
  smsOne: async ({ params }, { db }) => toSmsRow(await getSms(db, params.id)),
  smsPreview,
  smsBatch,
  smsBatchStop,
  smsResend,
  smsDecline: async ({ body }, call) => {
    const { id, phone } = await getSms(call.db, body.id);
    await recordDecline(call.db, phone, call.actor.name, call.now);
    call.audit({ entityId: id, after: { phone: maskPhone(phone), declined: true } });
    return { id };
  },
};
