import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { smsContent, smsSignature } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";
import { countWords } from "./countWords.ts";
import { SmsTextArea } from "./SmsTextArea.tsx";

/** A text of one's own, with what it will be charged as while one types. */
export function ContentField(field: CustomFieldProps) {
  const { value, values } = field;
  const text = typeof value === "string" ? value : "";
  const signature = String(values["signature"] || smsSignature);
  const content = smsContent(signature, text.trim(), values["type"] === "marketing");
  const description = `${countWords(content)}，最多 ${smsMaxLength} 字`;
  return <SmsTextArea field={field} text={text} description={description} />;
}
