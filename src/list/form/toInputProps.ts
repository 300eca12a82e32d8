import type { CustomFieldProps } from "./formConfig.ts";

type InputProps = Pick<CustomFieldProps, "id" | "label" | "error" | "required" | "disabled" | "onBlur">;

/** Props that all controls share. */
export const toInputProps = ({ id, label, error, required, disabled, onBlur }: InputProps) => ({
  id,
  label,
  error,
  withAsterisk: required,
  disabled,
  onBlur,
});
