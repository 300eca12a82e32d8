import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { FormEvent } from "react";

/** By default Mantine also reads a comma as a decimal point: a pasted `1,234.56` would become 1.23. */
const decimalSeparators = ["."];

/**
 * A number input that accepts commas as thousands separators, even if it does not display them, and the full-width
 * digits of Chinese input methods.
 */
export function NumberField(props: NumberInputProps) {
  return <NumberInput {...props} allowedDecimalSeparators={decimalSeparators} onInput={narrowDigits} />;
}

/** Replaces `１１６．３９` by `116.39` before `onChange`, where the library drops what it does not know. */
function narrowDigits({ target }: FormEvent) {
  if (!(target instanceof HTMLInputElement)) return;
  const narrow = target.value.normalize("NFKC");
  if (narrow === target.value) return;
  const caret = target.selectionStart;
  target.value = narrow;
  target.setSelectionRange(caret, caret);
}
