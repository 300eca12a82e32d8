export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a JSON text; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const maxShown = 80;

/** A value in one line, not too long; `nothing` for what is missing. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
