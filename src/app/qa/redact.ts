/** A value that is safe to show: no credentials, no phone numbers. */
export type Redacted =
  | string
  | number
  | boolean
  | null
  | readonly Redacted[]
  | { readonly [key: string]: Redacted };

const mask = "•••";

// `secret` also covers `oneTimeSecret`, which a form shows once: an initial password or a key.
const secretNamePattern =
  /^code$|token|passw|pwd|pass$|secret|hash|md5|captcha|phone|mobile|tel$|credential|authori[sz]|cookie|access_?key|recovery|challenge|ticket/i;
/** 32 or more hex digits or base64 characters: MD5, SHA, tokens, keys. */
const secretRunPattern = /[0-9a-f]{32,}|[A-Za-z0-9+/_=-]{32,}/gi;
/** A mobile number, with or without country code and separators. */
const phonePattern = /(?<!\d)(?:\+?86[\s-]?)?1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}(?!\d)/g;

const maxTextLength = 120;
const maxEntries = 20;
const maxDepth = 4;

const redactText = (text: string): string => {
  if (text.startsWith("data:")) return mask;
  const redacted = text.replace(secretRunPattern, mask).replace(phonePattern, mask);
  return redacted.length > maxTextLength ? `${redacted.slice(0, maxTextLength)}…` : redacted;
};

/**
 * Copies a value without tokens, hashes, passwords, captchas and phone numbers, which are recognised by name or by
 * pattern. Long, wide and deep values are truncated.
 */
export function redact(value: unknown, depth = 0): Redacted {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return redactText(value);
  if (typeof value === "number") return redactText(String(value)) === String(value) ? value : mask;
  if (typeof value === "boolean") return value;
  if (typeof value === "bigint") return redactText(String(value));
  if (typeof value !== "object") return `(${typeof value})`;
  if (depth >= maxDepth) return "…";
  if (value instanceof Error) return { error: redactText(`${value.name}: ${value.message}`) };
  if (Array.isArray(value)) {
    const items = value.slice(0, maxEntries).map((item) => redact(item, depth + 1));
    return value.length > maxEntries ? [...items, `… 共 ${value.length} 项`] : items;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return `(${value.constructor.name})`;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxEntries)
      .map(([key, item]) => [redactText(key), secretNamePattern.test(key) ? mask : redact(item, depth + 1)]),
  );
}
