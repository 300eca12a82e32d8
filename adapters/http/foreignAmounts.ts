import { isObject } from "./foreignShapes.ts";

/** A rounding error of a whole number. */
const smallestFraction = 1e-6;

const isAmount = (name: string) => name.endsWith("Fen") || name.endsWith("_fen");

/** Whether an amount has a fraction, which fen have not: its unit, and that of all others beside it, is not known. */
function hasFraction(value: unknown): boolean {
  if (typeof value === "string") return /^\s*-?\d*\.\d+\s*$/.test(value);
  return typeof value === "number" && Math.abs(value - Math.round(value)) > smallestFraction;
}

const hasForeignAmounts = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasForeignAmounts)
    : isObject(value) &&
      Object.entries(value).some(([name, one]) =>
        isAmount(name) ? hasFraction(one) : hasForeignAmounts(one),
      );

function withoutAmounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAmounts);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isAmount(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutAmounts(one)]));
}

/**
 * The data of an answer whose amounts count in fen. Where one has a fraction, none is told: a wrong amount would be worse
 * than an unknown one.
 */
export const toKnownAmounts = (data: unknown): unknown =>
  hasForeignAmounts(data) ? withoutAmounts(data) : data;
