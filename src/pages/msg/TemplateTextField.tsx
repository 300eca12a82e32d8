import { buildSmsContent, extractVariables } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { formatSmsCount } from "../../list/sms/formatSmsCount.ts";
import { getVariableLabel } from "../../list/sms/getVariableLabel.ts";
import { SmsTextArea } from "../../list/sms/SmsTextArea.tsx";

/** A template's text, with its variables and the number of SMS it will be charged as. */
export function TemplateTextField(field: CustomFieldProps) {
  const { value, values } = field;
  const text = typeof value === "string" ? value : "";
  const variables = extractVariables(text);
  const content = buildSmsContent(
    String(values["signature"] ?? ""),
    text.trim(),
    values["type"] === "marketing",
  );
  // The type is undefined while editing: it cannot be changed.
  const optOutHint = values["type"] === undefined ? "；营销短信末尾另加“，拒收请回复R”" : "";
  const variablesHint =
    variables.length > 0
      ? `变量：${variables.map(getVariableLabel).join("、")}，填入后字数会变`
      : "变量写作 ${name}，发送时填写";
  return (
    <SmsTextArea
      field={field}
      text={text}
      description={`${formatSmsCount(content)}${optOutHint}。${variablesHint}`}
    />
  );
}
