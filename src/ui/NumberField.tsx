import { NumberInput, type NumberInputProps } from "@mantine/core";

/** By default Mantine also reads a comma as a decimal point: a pasted `1,234.56` would become 1.23. */
const decimalSeparators = ["."];

/** A number input that accepts commas as thousands separators, even if it does not display them. */
export function NumberField(props: NumberInputProps) {
  return <NumberInput {...props} allowedDecimalSeparators={decimalSeparators} />;
}
