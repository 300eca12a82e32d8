import { and, eq, isNull } from "drizzle-orm";
import type { SmsTemplate } from "../../../adapters/contract/smsTemplate.ts";
import type { Call } from "../../call.ts";
import { type SmsTemplateRecord, smsTemplates } from "../../db/schema/smsTemplate.ts";
import { requireRecord, versionConflict } from "../refusals.ts";
import { isBuiltIn } from "./builtInTemplates.ts";

/** A template as the console shows it. */
export const toTemplateRow = (record: SmsTemplateRecord): SmsTemplate => ({
  id: record.id,
  version: record.version,
  createdAt: record.createdAt.toISOString(),
  updatedAt: record.updatedAt.toISOString(),
  code: record.code,
  type: record.type,
  name: record.name,
  signature: record.signature,
  text: record.text,
  approved: record.approved,
  standard: record.standard,
  builtIn: isBuiltIn(record.code),
});

/** The template, its row locked until the transaction ends, or a refusal; a stale version is a conflict. */
export async function lockTemplate(call: Call, id: string, version?: number): Promise<SmsTemplateRecord> {
  const [record] = await call.db
    .select()
    .from(smsTemplates)
    .where(and(eq(smsTemplates.id, id), isNull(smsTemplates.deletedAt)))
    .for("update");
  const template = requireRecord(record, "短信模板");
  if (version !== undefined && template.version !== version) throw versionConflict(toTemplateRow(template));
  return template;
}
