import { NumberInput, type NumberInputProps } from "@mantine/core";
import { type ClipboardEvent, type FormEvent, useState } from "react";
import { findPasteError } from "./findPasteError.ts";

/** By default Mantine also reads a comma as a decimal point: a pasted `1,234.56` would become 1.23. */
const decimalSeparators = ["."];

/**
 * A number input that accepts commas as thousands separators, even if it does not display them, and the full-width
 * digits of Chinese input methods. A pasted text that is no number is not filled in, which is said until the next
 * input.
 */
export function NumberField(props: NumberInputProps) {
  const { error, allowNegative, allowDecimal = true, decimalScale } = props;
  const [pasteError, setPasteError] = useState<string | null>(null);
  const handlePaste = (event: ClipboardEvent) => {
    const rules = { allowNegative, decimalScale: allowDecimal ? decimalScale : 0 };
    const found = findPasteError(event.clipboardData.getData("text/plain"), rules);
    if (found !== null) event.preventDefault();
    setPasteError(found);
  };
  return (
    <NumberInput
      {...props}
      error={pasteError ?? error}
      allowedDecimalSeparators={decimalSeparators}
      onPaste={handlePaste}
      onInput={(event) => {
        setPasteError(null);
        narrowDigits(event);
      }}
    />
  );
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
