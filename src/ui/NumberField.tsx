import { NumberInput, type NumberInputProps } from "@mantine/core";

/** Mantine takes a comma for a decimal point too: `1,234.56` off a bank statement would become 1.23. */
const decimalSeparators = ["."];

/** A number as it is typed or pasted; commas part its thousands, whether it shows them or not. */
export function NumberField(props: NumberInputProps) {
  return <NumberInput {...props} allowedDecimalSeparators={decimalSeparators} />;
}
