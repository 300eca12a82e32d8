import { useState } from "react";

/**
 * The text of a number input. Typed text is shown as it is, such as `12.` on the way to `12.5`; a value from
 * elsewhere, such as a draft, replaces it.
 * @param value the form's value; anything but a number counts as empty
 * @param scale stored units per typed unit: 100 for fen
 */
export function useNumberInput(value: unknown, scale = 1) {
  const [typed, setTyped] = useState("");
  const current = typeof value === "number" ? value : null;
  return {
    text: parseNumber(typed, scale) === current ? typed : current === null ? "" : String(current / scale),
    /** Handles input; returns the form's new value, "" for none. */
    handleInput: (input: string | number): number | "" => {
      setTyped(String(input));
      return parseNumber(String(input), scale) ?? "";
    },
  };
}

/** Rounds to an integer if scaled, as from yuan to fen. */
function parseNumber(typed: string, scale: number): number | null {
  if (typed === "" || Number.isNaN(Number(typed))) return null;
  return scale === 1 ? Number(typed) : Math.round(Number(typed) * scale);
}
