import { Select } from "@mantine/core";
import { signaturesOf } from "../../../adapters/contract/smsText.ts";
import { fieldFrame } from "../form/fieldFrame.ts";
import type { CustomFieldProps } from "../form/formPlan.ts";
import { useSmsTemplates } from "./useSmsTemplates.ts";

/** Chooses one of the approved signatures for a text of one's own. */
export function SignatureField(field: CustomFieldProps) {
  const { answer } = useSmsTemplates();
  const chosen = String(field.value);
  const known = answer.state === "here" ? signaturesOf(answer.data.templates) : [];
  return (
    <Select
      {...fieldFrame(field)}
      allowDeselect={false}
      data={[...new Set([chosen, ...known])].map((one) => ({ value: one, label: `【${one}】` }))}
      value={chosen}
      onChange={field.onChange}
    />
  );
}
