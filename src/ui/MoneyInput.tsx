import type { NumberInputProps } from "@mantine/core";
import { NumberField } from "./NumberField.tsx";
import { useNumberInput } from "./useNumberInput.ts";

interface Props extends Omit<NumberInputProps, "value" | "onChange"> {
  /** In yuan; anything but a number counts as empty. */
  readonly value: unknown;
  readonly onChange: (yuan: number | "") => void;
}

/** An amount in yuan, with both decimals unless it is being typed. */
export function MoneyInput({ value, onChange, onBlur, ...props }: Props) {
  const input = useNumberInput(value, 2);
  return (
    <NumberField
      placeholder="0.00"
      leftSection="¥"
      {...props}
      value={input.text}
      decimalScale={2}
      thousandSeparator
      hideControls
      onChange={(typed) => onChange(input.handleInput(typed))}
      onBlur={(event) => {
        input.handleBlur();
        onBlur?.(event);
      }}
    />
  );
}
