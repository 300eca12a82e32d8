import { Textarea } from "@mantine/core";
import { smsMaxLength, smsSignature } from "../../../adapters/contract/sms.ts";
import { smsParts } from "../../../adapters/contract/smsParts.ts";
import { smsContent } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";

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
  const content = smsContent(smsSignature, text.trim(), values["type"] === "marketing");
  const { units, parts } = smsParts(content);
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
      description={`连同签名共 ${units} 字，计费 ${parts} 条；70 字以内 1 条，超过后每 67 字 1 条，最多 ${smsMaxLength} 字`}
      onBlur={onBlur}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
