import { useConsole } from "../../console/useConsole.ts";
import { fieldFrame } from "../../list/form/fieldFrame.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { useTypedNumber } from "../../list/form/useTypedNumber.ts";
import { NumberField } from "../../ui/NumberField.tsx";

/** The channel's share in percent; only an admin sets it. */
export function RatioField(field: CustomFieldProps) {
  const { value, disabled, onChange } = field;
  const { user } = useConsole();
  const typed = useTypedNumber(value);
  const may = user.roles.includes("admin");
  return (
    <NumberField
      {...fieldFrame(field)}
      description={may ? "调整只影响之后的新订单" : "仅超级管理员可设置"}
      value={typed.text}
      placeholder={may ? "0.00" : "0"}
      rightSection="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      disabled={disabled || !may}
      onChange={(next) => onChange(typed.type(next))}
    />
  );
}
