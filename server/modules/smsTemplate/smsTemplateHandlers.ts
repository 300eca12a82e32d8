import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import {
  type SmsTemplate,
  smsTemplate,
  type smsTemplateCalls,
} from "../../../adapters/contract/smsTemplate.ts";
import { buildSmsContent, extractVariables } from "../../../adapters/contract/smsText.ts";
import * as word from "../../../adapters/contract/words.ts";
import type { Call, Handler, Handlers } from "../../call.ts";
import { type SmsTemplateRecord, smsTemplates } from "../../db/schema/smsTemplate.ts";
import { RefusalError } from "../../errors.ts";
import { omitUndefined } from "../../records/omitUndefined.ts";
import { createRecordStore } from "../../records/recordStore.ts";
import { toWireRow } from "../../records/toWireRow.ts";
import { removeRecord, updateRecord } from "../../records/writeRecord.ts";
import { expiryTemplateCode, getAutoFilledVariables, isBuiltIn } from "../../sms/builtInTemplates.ts";
import { getNextNoticeTime } from "../../sms/marketingHours.ts";
import {
  maxNoticesPerRun,
  planExpiryNotices,
  renderExpiryNotice,
} from "../serviceGrant/planExpiryNotices.ts";

/** A template as the console shows it. */
const toTemplateRow = (record: SmsTemplateRecord): SmsTemplate =>
  toWireRow(smsTemplate, { ...record, builtIn: isBuiltIn(record.code) });

const templateRecords = createRecordStore(smsTemplates, word.smsTemplate, toTemplateRow);

type TemplateDraft = Pick<
  SmsTemplateRecord,
  "code" | "type" | "signature" | "text" | "approved" | "standard"
>;

/** Refuses a template that could not be sent as intended. */
function assertValidTemplate({ code, type, signature, text, approved, standard }: TemplateDraft): void {
  const variables = extractVariables(text);
  const autoFilled = getAutoFilledVariables(code, type);
  const unknownVariables = autoFilled === null ? [] : variables.filter((name) => !autoFilled.includes(name));
  if (autoFilled !== null && unknownVariables.length > 0)
    throw new RefusalError(
      `该模板由系统填写，只能使用变量 ${autoFilled.join("、")}，请去掉 ${unknownVariables.join("、")}`,
    );
  if (type === "verify" && variables.length === 0)
    throw new RefusalError("验证码模板须含变量 ${code}，发送时换成验证码");
  const { length } = buildSmsContent(signature, text, type === "marketing");
  if (length > smsMaxLength) throw new RefusalError(`短信连同签名共 ${length} 字，最多 ${smsMaxLength} 字`);
  if (!standard) return;
  if (type !== "verify" && variables.length > 0)
    throw new RefusalError("单发默认模板不能含变量：单发时没有填写变量的地方");
  if (!approved) throw new RefusalError("单发默认模板须已过审，请先改设其他默认模板，或待审核通过后再设");
}

const duplicateMessages = {
  sms_templates_code_key: "模板编码已存在，请更换编码",
  sms_templates_standard_key: "该类型的默认模板刚被他人改设，请刷新后重试",
};

/** Adds a template, by default not approved. */
const smsTemplateCreate: Handler<typeof smsTemplateCalls.smsTemplateCreate> = async ({ body }, call) => {
  const { approved = false, standard = false } = body;
  const fields = { ...body, approved, standard };
  if (standard) await unsetStandard(call, fields.type);
  return templateRecords.save(call, fields, { duplicates: duplicateMessages, check: assertValidTemplate });
};

/** Saves the fields that were sent; a changed text or signature needs a new approval. */
const smsTemplateUpdate: Handler<typeof smsTemplateCalls.smsTemplateUpdate> = async ({ body }, call) => {
  const { id, version, requestId, ...sent } = body;
  const record = await templateRecords.lock(call, id, version);
  const patch: Partial<SmsTemplateRecord> = omitUndefined(sent);
  const { text = record.text, signature = record.signature } = patch;
  if (text !== record.text || signature !== record.signature) patch.approved ??= false;
  if (record.standard && patch.standard === false)
    throw new RefusalError("每种类型须有一个单发默认模板，请改为把其他模板设为默认");
  assertValidTemplate({ ...record, ...patch });
  if (patch.standard && !record.standard) await unsetStandard(call, record.type);
  return updateRecord(call, smsTemplates, record, patch, { duplicates: duplicateMessages });
};

/** Each type has at most one standard template: before another is. */
async function unsetStandard({ db, now }: Call, type: SmsTemplateRecord["type"]): Promise<void> {
  await db
    .update(smsTemplates)
    .set({ standard: false, version: sql`${smsTemplates.version} + 1`, updatedAt: now })
    .where(and(eq(smsTemplates.type, type), eq(smsTemplates.standard, true)));
}
/** A run comes within the hour. */
const runIntervalMs = 3_600_000;
const maxSamples = 3;

/** Tells what the next run will send, by the same plan, with the charged parts of all messages. */
const smsNoticePreview: Handler<typeof smsTemplateCalls.smsNoticePreview> = async (
  _input,
  { db, now, sms },
) => {
  const at = getNextNoticeTime(new Date(now.getTime() + runIntervalMs));
  const [template] = await db.select().from(smsTemplates).where(eq(smsTemplates.code, expiryTemplateCode));
  const refusal = !sms ? "尚未配置短信网关" : template?.approved ? "" : "模板尚未过审，到期提醒暂不发送";
  const nothing = {
    at: at.toISOString(),
    count: 0,
    services: 0,
    totalParts: 0,
    costFen: null,
    samples: [],
    refusal,
  };
  if (refusal !== "") return nothing;
  const planned = (await planExpiryNotices(db, at)).slice(0, maxNoticesPerRun);
  const samples: { companyName: string; content: string }[] = [];
  let totalParts = 0;
  for (const one of planned) {
    const { content, parts } = await renderExpiryNotice(db, one, at);
    totalParts += parts;
    if (samples.length < maxSamples) samples.push({ companyName: one.company.name, content });
  }
  const services = planned.reduce((sum, { notices }) => sum + notices.length, 0);
  const priceFen = sms?.priceFen ?? null;
  const costFen = priceFen === null ? null : Math.round(totalParts * priceFen);
  return { ...nothing, count: planned.length, services, totalParts, costFen, samples };
};

export const smsTemplateHandlers: Handlers<typeof smsTemplateCalls> = {
  smsTemplates: async (_input, { db, sms }) => {
    const isActive = isNull(smsTemplates.deletedAt);
    const records = await db.select().from(smsTemplates).where(isActive).orderBy(asc(smsTemplates.code));
    return { templates: records.map(toTemplateRow), plainText: sms?.plainText ?? false };
  },
  smsNoticePreview,
  smsTemplateCreate,
  smsTemplateUpdate,
  smsTemplateDelete: async ({ params, query }, call) => {
    const record = await templateRecords.lock(call, params.id, query.version);
    const { code, name, standard } = record;
    if (isBuiltIn(code)) throw new RefusalError(`模板「${name}」由系统自动发送使用，不能删除`);
    if (standard) throw new RefusalError(`模板「${name}」是单发默认模板，请先把其他模板设为默认`);
    return removeRecord(call, smsTemplates, record, ["code", "name"]);
  },
};
