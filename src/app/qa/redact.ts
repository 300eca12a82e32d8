/** What may be shown of a value: text, numbers and structure, never what opens or names an account. */
export type Redacted =
  | string
  | number
  | boolean
  | null
  | readonly Redacted[]
  | { readonly [key: string]: Redacted };

const hidden = "•••";

// `shown`: what a form shows once, a first password or a key.
const secretName =
  /^shown$|token|passw|pwd|pass$|secret|hash|md5|captcha|phone|mobile|tel$|credential|authori[sz]|cookie|access_?key/i;
/** 32 or more hex digits, or as long a run of base64: MD5, SHA, tokens, keys. */
const secretRun = /[0-9a-f]{32,}|[A-Za-z0-9+/_=-]{32,}/gi;
/** A mobile number, with or without country code and separators. */
const phone = /(?<!\d)(?:\+?86[\s-]?)?1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)/g;

const longestText = 120;
const mostEntries = 20;
const deepest = 4;

const textOf = (text: string): string => {
  if (text.startsWith("data:")) return hidden;
  const clean = text.replace(secretRun, hidden).replace(phone, hidden);
  return clean.length > longestText ? `${clean.slice(0, longestText)}…` : clean;
};

/**
 * A copy to show and keep: without tokens, hashes, passwords, captchas and phone numbers, whether their name or
 * their look gives them away; cut short where it is long, wide or deep.
 */
export function redact(value: unknown, depth = 0): Redacted {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return textOf(value);
  if (typeof value === "number") return textOf(String(value)) === String(value) ? value : hidden;
  if (typeof value === "boolean") return value;
  if (typeof value === "bigint") return textOf(String(value));
  if (typeof value !== "object") return `(${typeof value})`;
  if (depth >= deepest) return "…";
  if (value instanceof Error) return { error: textOf(`${value.name}: ${value.message}`) };
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostEntries).map((one) => redact(one, depth + 1));
    return value.length > mostEntries ? [...shown, `… 共 ${value.length} 项`] : shown;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `(${value.constructor.name})`;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, mostEntries)
      .map(([key, one]) => [textOf(key), secretName.test(key) ? hidden : redact(one, depth + 1)]),
  );
}
