import { TextInput, type TextInputProps } from "@mantine/core";
import * as word from "../../../adapters/contract/words.ts";
import { TextAction } from "../../ui/TextAction.tsx";

interface Props extends Omit<TextInputProps, "value" | "onChange" | "label" | "disabled"> {
  readonly label: string;
  /** The typed text; null if the value is to be cleared. */
  readonly value: unknown;
  /** The record's current value, masked. */
  readonly masked: string;
  readonly clearable: boolean;
  readonly disabled: boolean;
  readonly onChange: (value: string | null) => void;
}

/** A masked value: empty means unchanged; a button clears a value that is optional. */
export function MaskedField({ label, value, masked, clearable, disabled, onChange, ...inputProps }: Props) {
  const isClearing = value === null;
  const action = isClearing ? "不清空" : word.clear;
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
