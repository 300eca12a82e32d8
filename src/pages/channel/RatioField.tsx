import type { CustomFieldProps } from "../../list/form/formConfig.ts";
import { toInputProps } from "../../list/form/toInputProps.ts";
import { useNumberInput } from "../../list/form/useNumberInput.ts";
import { usePageApi } from "../../pageApi/usePageApi.ts";
import { NumberField } from "../../ui/NumberField.tsx";

/** The channel's share in percent; only an admin sets it. */
export function RatioField(field: CustomFieldProps) {
  const { value, disabled, onChange } = field;
  const { user } = usePageApi();
  const input = useNumberInput(value);
  const canEdit = user.roles.includes("admin");
  return (
    <NumberField
      {...toInputProps(field)}
      description={canEdit ? "调整只影响之后的新订单" : "仅超级管理员可设置"}
      value={input.text}
      placeholder={canEdit ? "0.00" : "0"}
      rightSection="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      disabled={disabled || !canEdit}
      onChange={(next) => onChange(input.handleInput(next))}
    />
  );
}
