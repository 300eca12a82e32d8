import { useState } from "react";

/**
 * The text of a number that a form keeps as a number: what is typed stands as it is, as `12.` on the way to `12.5`; a
 * value from elsewhere, as of a draft, takes its place.
 * @param value what the form keeps; anything else than a number is none
 * @param scale how much of what is kept makes one of what is typed: 100 for fen
 */
export function useNumberInput(value: unknown, scale = 1) {
  const [typed, setTyped] = useState("");
  const current = typeof value === "number" ? value : null;
  return {
    text: parseNumber(typed, scale) === current ? typed : current === null ? "" : String(current / scale),
    /** Takes what was typed; answers with what the form is to keep, "" for nothing. */
    handleInput: (input: string | number): number | "" => {
      setTyped(String(input));
      return parseNumber(String(input), scale) ?? "";
    },
  };
}

/** Exact where a scale makes whole numbers of it, as of yuan. */
function parseNumber(typed: string, scale: number): number | null {
  if (typed === "" || Number.isNaN(Number(typed))) return null;
  return scale === 1 ? Number(typed) : Math.round(Number(typed) * scale);
}
