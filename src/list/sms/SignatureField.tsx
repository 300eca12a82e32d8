import { listSignatures } from "../../../adapters/contract/smsText.ts";
import type { CustomFieldProps } from "../form/formConfig.ts";
import { toInputProps } from "../form/toInputProps.ts";
import { OptionSelect } from "../pickers/OptionSelect.tsx";
import { useSmsTemplates } from "./useSmsTemplates.ts";

/** Selects an approved signature for a custom text. */
export function SignatureField(field: CustomFieldProps) {
  const { result } = useSmsTemplates();
  const selected = String(field.value);
  const approved = result.state === "success" ? listSignatures(result.data.templates) : [];
  return (
    <OptionSelect
      {...toInputProps(field)}
      data={[...new Set([selected, ...approved])].map((signature) => ({
        value: signature,
        label: `【${signature}】`,
      }))}
      value={selected}
      onChange={field.onChange}
    />
  );
}
