import { TextInput, type TextInputProps } from "@mantine/core";
import { TextAction } from "../../ui/TextAction.tsx";

interface Props extends Omit<TextInputProps, "value" | "onChange" | "label" | "disabled"> {
  readonly label: string;
  /** What was typed; null where the value is to be cleared. */
  readonly value: unknown;
  /** What the record has now. */
  readonly masked: string;
  readonly clearable: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string | null) => void;
}

/** A value that is shown masked: an empty field keeps it, and where the record can do without it a button clears it. */
export function MaskedField({ label, value, masked, clearable, disabled, onChange, ...inputProps }: Props) {
  const isClearing = value === null;
  const action = isClearing ? "不清空" : "清空";
  return (
    <TextInput
      {...inputProps}
      label={label}
      disabled={disabled}
      value={typeof value === "string" ? value : ""}
      placeholder={isClearing ? "保存后清空" : `${masked}，留空则不修改`}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionWidth={60}
      rightSection={
        clearable && (
          <TextAction
            aria-label={`${action}${label}`}
            disabled={disabled}
            onClick={() => onChange(isClearing ? "" : null)}
          >
            {action}
          </TextAction>
        )
      }
    />
  );
}
