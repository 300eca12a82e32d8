const integerMark = "\u0000integer:";

/** JSON text of a value. A bigint becomes a number with all its digits, as other platforms write 64-bit integers. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === "bigint" ? integerMark + member : member,
  );
  return text.replaceAll(/"\\u0000integer:(-?\d+)"/g, "$1");
}

/** The value with each number in it as a string. */
export function numbersAsStrings(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(numbersAsStrings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersAsStrings(member)]));
}

/** An instant as the n-th of four notations: ms, s, ISO without a zone, ISO without a zone and `T`. */
export function writeTime(ms: number, n: number): number | string {
  const local = new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19); // The time of day in China.
  return [ms, Math.floor(ms / 1000), local, local.replace("T", " ")][n % 4] ?? ms;
}

/** The value with every name in it beginning with a capital, as .NET writes them. */
export function withCapitals(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withCapitals);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key.charAt(0).toUpperCase() + key.slice(1),
      withCapitals(one),
    ]),
  );
}
