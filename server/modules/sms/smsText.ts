import { and, eq, isNull, type SQL } from "drizzle-orm";
import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { smsParts } from "../../../adapters/contract/smsParts.ts";
import {
  filledText,
  missingVariables,
  signaturesOf,
  smsContent,
  smsSignature,
} from "../../../adapters/contract/smsText.ts";
import { Refusal } from "../../call.ts";
import type { Db } from "../../db/handle.ts";
import { type SmsTemplateRecord, smsTemplates } from "../../db/schema/smsTemplate.ts";
import { found } from "../refusing.ts";

type Type = SmsTemplateRecord["type"];
type Params = Readonly<Record<string, string>>;

type Texted = Pick<SmsTemplateRecord, "code" | "name" | "signature" | "text" | "type" | "approved">;

/** What a message says, and by which template. */
export interface SmsText {
  readonly templateCode: string;
  readonly templateName: string;
  readonly signature: string;
  readonly content: string;
  readonly parts: number;
}

interface Asked {
  readonly type: Type;
  readonly templateCode?: string | undefined;
  readonly params?: Params | undefined;
  readonly content?: string | undefined;
  /** Of a text of one's own. */
  readonly signature?: string | undefined;
}

const live = isNull(smsTemplates.deletedAt);

/** The text of a mass sending, by its template or as it was written; refused where either does not go. */
export async function massText(
  db: Db,
  sms: { readonly plainText: boolean } | null,
  { type, templateCode, params, content, signature = smsSignature }: Asked,
): Promise<SmsText> {
  if (!sms) throw new Refusal("尚未配置短信网关，请联系管理员");
  if (templateCode !== undefined) return templateText(db, templateCode, type, params ?? {});
  if (!sms.plainText) throw new Refusal("当前短信网关只能发送已审核的模板，请选择模板");
  const templates = await db.select().from(smsTemplates).where(live);
  if (!signaturesOf(templates).includes(signature))
    throw new Refusal(`签名【${signature}】尚未随模板过审，请选择其他签名`);
  return textOf({ code: "", name: "", signature, text: content ?? "", type, approved: true }, type, {});
}

/** The text of a template by its code, its variables filled. */
export const templateText = (db: Db, code: string, type: Type, params: Params): Promise<SmsText> =>
  textBy(db, eq(smsTemplates.code, code), "短信模板", type, params);

/** The text of a single message of a type: its standard template's. */
export const standardText = (db: Db, type: Type, params: Params): Promise<SmsText> =>
  textBy(
    db,
    and(eq(smsTemplates.type, type), eq(smsTemplates.standard, true)),
    "该类型的默认短信模板",
    type,
    params,
  );

async function textBy(db: Db, which: SQL | undefined, called: string, type: Type, params: Params) {
  const [template] = await db.select().from(smsTemplates).where(and(which, live));
  return textOf(found(template, called), type, params);
}

function textOf(template: Texted, type: Type, params: Params): SmsText {
  const { code, name, signature, text } = template;
  if (template.type !== type) throw new Refusal(`模板「${name}」不属于所选的短信类型`);
  if (!template.approved) throw new Refusal(`模板「${name}」尚未通过审核`);
  const missing = code === "" ? [] : missingVariables(text, params);
  if (missing.length > 0) throw new Refusal(`请填写模板变量：${missing.join("、")}`);
  // In a text of one's own `${…}` is what it is.
  const content = smsContent(signature, code === "" ? text : filledText(text, params), type === "marketing");
  if (content.length > smsMaxLength)
    throw new Refusal(`短信连同签名共 ${content.length} 字，最多 ${smsMaxLength} 字`);
  return { templateCode: code, templateName: name, signature, content, parts: smsParts(content).parts };
}
