import type { CustomFieldProps } from "./formPlan.ts";

type Framed = Pick<CustomFieldProps, "id" | "label" | "error" | "required" | "disabled" | "onBlur">;

/** What every control takes alike of its field: name, error, and whether it must or may be filled in. */
export const fieldFrame = ({ id, label, error, required, disabled, onBlur }: Framed) => ({
  id,
  label,
  error,
  withAsterisk: required,
  disabled,
  onBlur,
});
