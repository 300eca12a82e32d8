import { useState } from "react";

/**
 * The text of a number that a form keeps as a number: what is typed stands as it is, as `12.` on the way to `12.5`; a
 * value from elsewhere, as of a draft, takes its place.
 * @param value what the form keeps; anything else than a number is none
 * @param scale how much of what is kept makes one of what is typed: 100 for fen
 */
export function useTypedNumber(value: unknown, scale = 1) {
  const [typed, setTyped] = useState("");
  const kept = typeof value === "number" ? value : null;
  return {
    text: keptOf(typed, scale) === kept ? typed : kept === null ? "" : String(kept / scale),
    /** Takes what was typed; answers with what the form is to keep, "" for nothing. */
    type: (next: string | number): number | "" => {
      setTyped(String(next));
      return keptOf(String(next), scale) ?? "";
    },
  };
}

/** Exact where a scale makes whole numbers of it, as of yuan. */
function keptOf(typed: string, scale: number): number | null {
  if (typed === "" || Number.isNaN(Number(typed))) return null;
  return scale === 1 ? Number(typed) : Math.round(Number(typed) * scale);
}
