import { useConsole } from "../../console/useConsole.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";
import { useTypedNumber } from "../../list/form/useTypedNumber.ts";
import { NumberField } from "../../ui/NumberField.tsx";

/** The channel's share in percent; only an admin sets it. */
export function RatioField({ id, label, value, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const { user } = useConsole();
  const typed = useTypedNumber(value);
  const may = user.roles.includes("admin");
  return (
    <NumberField
      id={id}
      label={label}
      description={may ? "调整只影响之后的新订单" : "仅超级管理员可设置"}
      value={typed.text}
      placeholder={may ? "0.00" : "0"}
      rightSection="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      error={error}
      disabled={disabled || !may}
      onBlur={onBlur}
      onChange={(next) => onChange(typed.type(next))}
    />
  );
}
