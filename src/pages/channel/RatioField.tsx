import { NumberInput } from "@mantine/core";
import { useConsole } from "../../console/useConsole.ts";
import type { CustomFieldProps } from "../../list/form/formPlan.ts";

/** The channel's share in percent; only an admin sets it. */
export function RatioField({ id, label, value, error, disabled, onChange, onBlur }: CustomFieldProps) {
  const { user } = useConsole();
  const may = user.roles.includes("admin");
  return (
    <NumberInput
      id={id}
      label={label}
      description={may ? "调整只影响之后的新订单" : "仅超级管理员可设置"}
      value={typeof value === "number" ? value : ""}
      placeholder={may ? "0.00" : "0"}
      rightSection="%"
      decimalScale={2}
      allowNegative={false}
      hideControls
      error={error}
      disabled={disabled || !may}
      onBlur={onBlur}
      onChange={onChange}
    />
  );
}
