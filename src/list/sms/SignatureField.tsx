import { Select } from "@mantine/core";
import { signaturesOf } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";
import { useSmsTemplates } from "./useSmsTemplates.ts";

/** Chooses one of the approved signatures for a text of one's own. */
export function SignatureField({
  id,
  label,
  value,
  error,
  required,
  disabled,
  onChange,
  onBlur,
}: CustomFieldProps) {
  const { answer } = useSmsTemplates();
  const chosen = String(value);
  const known = answer.state === "here" ? signaturesOf(answer.data.templates) : [];
  return (
    <Select
      id={id}
      label={label}
      withAsterisk={required}
      disabled={disabled}
      allowDeselect={false}
      data={[...new Set([chosen, ...known])].map((one) => ({ value: one, label: `【${one}】` }))}
      value={chosen}
      error={error}
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}
