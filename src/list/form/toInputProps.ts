import type { CustomFieldProps } from "./formConfig.ts";

type InputProps = Pick<CustomFieldProps, "id" | "label" | "error" | "required" | "disabled" | "onBlur">;

/** What every control takes alike of its field: name, error, and whether it must or may be filled in. */
export const toInputProps = ({ id, label, error, required, disabled, onBlur }: InputProps) => ({
  id,
  label,
  error,
  withAsterisk: required,
  disabled,
  onBlur,
});
