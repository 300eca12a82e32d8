import { smsContent, variablesOf } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { countWords } from "../../list/sms/countWords.ts";
import { SmsTextArea } from "../../list/sms/SmsTextArea.tsx";
import { variableName } from "../../list/sms/variableNames.ts";

/** A template's text, with the variables found in it and what it will be charged as while one types. */
export function TemplateTextField(field: CustomFieldProps) {
  const { value, values } = field;
  const text = typeof value === "string" ? value : "";
  const variables = variablesOf(text);
  const content = smsContent(String(values["signature"] ?? ""), text.trim(), values["type"] === "marketing");
  // Editing a template does not ask for its type again.
  const notice = values["type"] === undefined ? "；营销短信末尾另加“，拒收请回复R”" : "";
  const found =
    variables.length > 0
      ? `变量：${variables.map(variableName).join("、")}，填入后字数会变`
      : "变量写作 ${name}，发送时填写";
  return <SmsTextArea field={field} text={text} description={`${countWords(content)}${notice}。${found}`} />;
}
