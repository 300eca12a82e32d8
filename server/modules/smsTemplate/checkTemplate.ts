import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { smsContent, variablesOf } from "../../../adapters/contract/smsText.ts";
import { Refusal } from "../../call.ts";
import type { SmsTemplateRecord } from "../../db/schema/smsTemplate.ts";
import { filledVariables } from "./builtInTemplates.ts";

type Checked = Pick<SmsTemplateRecord, "code" | "type" | "signature" | "text" | "approved" | "standard">;

/** Refuses a template that could not be sent as it is meant to be. */
export function checkTemplate({ code, type, signature, text, approved, standard }: Checked): void {
  const variables = variablesOf(text);
  const filled = filledVariables(code, type);
  const strange = filled === null ? [] : variables.filter((name) => !filled.includes(name));
  if (filled !== null && strange.length > 0)
    throw new Refusal(`该模板由系统填写，只能使用变量 ${filled.join("、")}，请去掉 ${strange.join("、")}`);
  if (type === "verify" && variables.length === 0)
    throw new Refusal("验证码模板须含变量 ${code}，发送时换成验证码");
  const { length } = smsContent(signature, text, type === "marketing");
  if (length > smsMaxLength) throw new Refusal(`短信连同签名共 ${length} 字，最多 ${smsMaxLength} 字`);
  if (!standard) return;
  if (type !== "verify" && variables.length > 0)
    throw new Refusal("单发默认模板不能含变量：单发时没有填写变量的地方");
  if (!approved) throw new Refusal("单发默认模板须已过审，请先改设其他默认模板，或待审核通过后再设");
}
