import { and, eq, isNull, type SQL } from "drizzle-orm";
import { countSmsParts } from "../../adapters/contract/countSmsParts.ts";
import { smsMaxLength } from "../../adapters/contract/sms.ts";
import { findBulkPlaceholderError } from "../../adapters/contract/smsPlaceholders.ts";
import {
  buildSmsContent,
  findMissingVariables,
  listSignatures,
  type MergeField,
  mergeText,
  renderTemplate,
  smsSignature,
} from "../../adapters/contract/smsText.ts";
import * as word from "../../adapters/contract/words.ts";
import type { Db } from "../db/handle.ts";
import { type SmsTemplateRecord, smsTemplates } from "../db/schema/smsTemplate.ts";
import { RefusalError } from "../errors.ts";
import { requireRecord } from "../records/refusals.ts";

type Type = SmsTemplateRecord["type"];
type Params = Readonly<Record<string, string>>;

type RenderableTemplate = Pick<
  SmsTemplateRecord,
  "code" | "name" | "signature" | "text" | "type" | "approved"
>;

/** The text of a message and its template. */
export interface SmsText {
  readonly templateCode: string;
  readonly templateName: string;
  readonly signature: string;
  readonly content: string;
  readonly parts: number;
}

interface BulkTextRequest {
  readonly type: Type;
  readonly templateCode?: string | undefined;
  readonly params?: Params | undefined;
  readonly content?: string | undefined;
  /** For a text without a template. */
  readonly signature?: string | undefined;
}

/** The text for one recipient; null if a merge field has no value, or the text gets too long with it. */
export function mergeSmsText(
  text: SmsText,
  fields: readonly MergeField[],
  values: Readonly<Record<MergeField, string>>,
): SmsText | null {
  if (fields.length === 0) return text;
  if (fields.some((field) => values[field] === "")) return null;
  const content = mergeText(text.content, values);
  if (content.length > smsMaxLength) return null;
  return { ...text, content, parts: countSmsParts(content).parts };
}

const isActive = isNull(smsTemplates.deletedAt);

/** Renders the text of a bulk SMS, still with its merge fields; refuses one that is not permitted. */
export async function renderBulkText(
  db: Db,
  sms: { readonly plainText: boolean } | null,
  request: BulkTextRequest,
): Promise<SmsText> {
  const text = await renderUnmergedText(db, sms, request);
  const refusal = findBulkPlaceholderError(text.content);
  if (refusal !== null) throw new RefusalError(refusal);
  return text;
}

async function renderUnmergedText(
  db: Db,
  sms: { readonly plainText: boolean } | null,
  { type, templateCode, params, content, signature = smsSignature }: BulkTextRequest,
): Promise<SmsText> {
  if (!sms) throw new RefusalError("尚未配置短信网关，请联系管理员");
  if (templateCode !== undefined) return renderTemplateText(db, templateCode, type, params ?? {});
  if (!sms.plainText) throw new RefusalError("当前短信网关只能发送已审核的模板，请选择模板");
  const templates = await db.select().from(smsTemplates).where(isActive);
  if (!listSignatures(templates).includes(signature))
    throw new RefusalError(`签名【${signature}】尚未随模板过审，请选择其他签名`);
  return renderText({ code: "", name: "", signature, text: content ?? "", type, approved: true }, type, {});
}

/** Renders the template with this code. */
export const renderTemplateText = (db: Db, code: string, type: Type, params: Params): Promise<SmsText> =>
  renderTextWhere(db, eq(smsTemplates.code, code), word.smsTemplate, type, params);

/** Renders the standard template of a type, for a single message. */
export const renderStandardText = (db: Db, type: Type, params: Params): Promise<SmsText> =>
  renderTextWhere(
    db,
    and(eq(smsTemplates.type, type), eq(smsTemplates.standard, true)),
    "该类型的默认短信模板",
    type,
    params,
  );

async function renderTextWhere(
  db: Db,
  condition: SQL | undefined,
  label: string,
  type: Type,
  params: Params,
) {
  const [template] = await db.select().from(smsTemplates).where(and(condition, isActive));
  return renderText(requireRecord(template, label), type, params);
}

function renderText(template: RenderableTemplate, type: Type, params: Params): SmsText {
  const { code, name, signature, text } = template;
  if (template.type !== type) throw new RefusalError(`模板「${name}」不属于所选的短信类型`);
  if (!template.approved) throw new RefusalError(`模板「${name}」尚未通过审核`);
  const missing = code === "" ? [] : findMissingVariables(text, params);
  if (missing.length > 0) throw new RefusalError(`请填写模板变量：${missing.join("、")}`);
  // In a text without a template `${…}` stays as it is.
  const content = buildSmsContent(
    signature,
    code === "" ? text : renderTemplate(text, params),
    type === "marketing",
  );
  if (content.length > smsMaxLength)
    throw new RefusalError(`短信连同签名共 ${content.length} 字，最多 ${smsMaxLength} 字`);
  return { templateCode: code, templateName: name, signature, content, parts: countSmsParts(content).parts };
}
