import { useState } from "react";

/**
 * The text of a number input. Typed text is shown as it is, such as `12.` on the way to `12.5`, until the input is
 * left; a value from elsewhere, such as a draft, replaces it.
 * @param value anything but a number counts as empty
 * @param decimals digits behind the point that a text always has once the input is left
 */
export function useNumberInput(value: unknown, decimals?: number) {
  const [typed, setTyped] = useState("");
  const current = typeof value === "number" || typeof value === "string" ? parseNumber(String(value)) : null;
  return {
    text: typed !== "" && parseNumber(typed) === current ? typed : formatNumber(current, decimals),
    /** Handles input; returns the new value, "" for none. */
    handleInput: (input: string | number): number | "" => {
      setTyped(String(input));
      return parseNumber(String(input)) ?? "";
    },
    /** Handles that the input is left. */
    handleBlur: () => setTyped(""),
  };
}

const parseNumber = (typed: string): number | null =>
  typed === "" || Number.isNaN(Number(typed)) ? null : Number(typed);

const formatNumber = (value: number | null, decimals: number | undefined): string =>
  value === null ? "" : decimals === undefined ? String(value) : value.toFixed(decimals);
