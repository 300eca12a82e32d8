/** The phone that a keyword names. */
export interface NamedPhone {
  /** Null where only the last four digits were typed. */
  readonly whole: string | null;
  readonly lastFour: string;
}

const mobile = /^(?:\+?86|0086)?(1[3-9]\d{9})$/;

/**
 * The phone that a keyword names: a whole mobile number, also with spaces, hyphens or +86, or exactly four digits.
 * Null for everything else, above all for any other part of a number.
 */
export function namedPhone(keyword: string): NamedPhone | null {
  // Full-width digits come from Chinese input methods.
  const typed = keyword.normalize("NFKC").trim();
  const [, whole] = mobile.exec(typed.replace(/[\s-]/g, "")) ?? [];
  if (whole !== undefined) return { whole, lastFour: whole.slice(-4) };
  return /^\d{4}$/.test(typed) ? { whole: null, lastFour: typed } : null;
}
