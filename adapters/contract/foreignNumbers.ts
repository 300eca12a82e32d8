// Numbers as another platform may write them.

/** Smaller numbers are degrees; degrees × 10⁷ so near to the equator or to Greenwich would be out of their range. */
const leastE7 = 100_000;

/** Degrees, or degrees × 10⁷, as degrees × 10⁷; null for what is no place. */
export function toE7(value: unknown, limit: number): number | null {
  const number = toNumber(value);
  if (number === null) return null;
  const e7 = Math.round(Math.abs(number) < leastE7 ? number * 1e7 : number);
  return Math.abs(e7) <= limit * 1e7 ? e7 : null;
}

/** A number, or one in a text. */
export function toNumber(given: unknown): number | null {
  const value = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
