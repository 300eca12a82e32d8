import { and, eq, ne, sql } from "drizzle-orm";
import type { smsTemplateCalls } from "../../../adapters/contract/smsTemplate.ts";
import { type Call, type Handler, RefusalError } from "../../call.ts";
import { type SmsTemplateRecord, smsTemplates } from "../../db/schema/smsTemplate.ts";
import { diffFields, toAuditFields } from "../diffFields.ts";
import { handleUniqueViolation } from "../refusals.ts";
import { assertValidTemplate } from "./assertValidTemplate.ts";
import { lockTemplate } from "./lockTemplate.ts";

const duplicateMessages = {
  sms_templates_code_key: "模板编码已存在，请更换编码",
  sms_templates_standard_key: "该类型的默认模板刚被他人改设，请刷新后重试",
};

/** Adds a template, not approved unless it is said to be. */
export const smsTemplateCreate: Handler<typeof smsTemplateCalls.smsTemplateCreate> = async (
  { body },
  call,
) => {
  const { requestId, approved = false, standard = false, ...sent } = body;
  const fields = { ...sent, approved, standard };
  assertValidTemplate(fields);
  const { now } = call;
  const id = call.newId();
  if (standard) await unsetOtherStandards(call, id, fields.type);
  await handleUniqueViolation(duplicateMessages, () =>
    call.db.insert(smsTemplates).values({ ...fields, id, createdAt: now, updatedAt: now }),
  );
  call.audit({ entityId: id, after: toAuditFields(fields) });
  return { id, version: 1 };
};

/** Saves the fields that were sent; what it says or by whom is changed, it has to be approved anew. */
export const smsTemplateUpdate: Handler<typeof smsTemplateCalls.smsTemplateUpdate> = async (
  { body },
  call,
) => {
  const { id, version, requestId, ...sent } = body;
  const record = await lockTemplate(call, id, version);
  const patch: Partial<SmsTemplateRecord> = Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  );
  const { text = record.text, signature = record.signature } = patch;
  if (text !== record.text || signature !== record.signature) patch.approved ??= false;
  if (record.standard && patch.standard === false)
    throw new RefusalError("每种类型须有一个单发默认模板，请改为把其他模板设为默认");
  assertValidTemplate({ ...record, ...patch });
  if (patch.standard && !record.standard) await unsetOtherStandards(call, id, record.type);
  const next = { version: version + 1, updatedAt: call.now };
  await handleUniqueViolation(duplicateMessages, () =>
    call.db
      .update(smsTemplates)
      .set({ ...patch, ...next })
      .where(eq(smsTemplates.id, id)),
  );
  call.audit({ entityId: id, ...diffFields(record, patch) });
  return { id, version: next.version };
};

/** Only one template of a type is its standard one. */
async function unsetOtherStandards(
  { db, now }: Call,
  id: string,
  type: SmsTemplateRecord["type"],
): Promise<void> {
  await db
    .update(smsTemplates)
    .set({ standard: false, version: sql`${smsTemplates.version} + 1`, updatedAt: now })
    .where(and(eq(smsTemplates.type, type), eq(smsTemplates.standard, true), ne(smsTemplates.id, id)));
}
