import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { buildSmsContent, extractVariables } from "../../../adapters/contract/smsText.ts";
import { RefusalError } from "../../call.ts";
import type { SmsTemplateRecord } from "../../db/schema/smsTemplate.ts";
import { getAutoFilledVariables } from "./builtInTemplates.ts";

type TemplateDraft = Pick<
  SmsTemplateRecord,
  "code" | "type" | "signature" | "text" | "approved" | "standard"
>;

/** Refuses a template that could not be sent as it is meant to be. */
export function assertValidTemplate({
  code,
  type,
  signature,
  text,
  approved,
  standard,
}: TemplateDraft): void {
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
