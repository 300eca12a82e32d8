import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { buildSmsContent, smsSignature } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { formatSmsCount } from "./formatSmsCount.ts";
import { SmsTextArea } from "./SmsTextArea.tsx";

/** A custom text, with the number of SMS it will be charged as. */
export function ContentField(field: CustomFieldProps) {
  const { value, values } = field;
  const text = typeof value === "string" ? value : "";
  const signature = String(values["signature"] || smsSignature);
  const content = buildSmsContent(signature, text.trim(), values["type"] === "marketing");
  const description = `${formatSmsCount(content)}，最多 ${smsMaxLength} 字`;
  return <SmsTextArea field={field} text={text} description={description} />;
}
