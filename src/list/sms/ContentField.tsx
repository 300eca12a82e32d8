import { Textarea } from "@mantine/core";
import { smsMaxLength } from "../../../adapters/contract/sms.ts";
import { smsContent, smsSignature } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";
import { countWords } from "./countWords.ts";

/** A text of one's own, with what it will be charged as while one types. */
export function ContentField({
  id,
  label,
  value,
  values,
  error,
  required,
  disabled,
  onChange,
  onBlur,
}: CustomFieldProps) {
  const text = typeof value === "string" ? value : "";
  const signature = String(values["signature"] || smsSignature);
  const content = smsContent(signature, text.trim(), values["type"] === "marketing");
  return (
    <Textarea
      id={id}
      label={label}
      withAsterisk={required}
      disabled={disabled}
      autosize
      minRows={3}
      maxRows={8}
      value={text}
      error={error}
      description={`${countWords(content)}，最多 ${smsMaxLength} 字`}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
