/** The phone that a keyword names. */
export interface PhoneKeyword {
  /** Null where only the last four digits were typed. */
  readonly fullNumber: string | null;
  readonly lastFour: string;
}

const mobile = /^(?:\+?86|0086)?(1[3-9]\d{9})$/;

/**
 * The phone that a keyword names: a whole mobile number, also with spaces, hyphens or +86, or exactly four digits.
 * Null for everything else, above all for any other part of a number.
 */
export function parsePhoneKeyword(keyword: string): PhoneKeyword | null {
  // Full-width digits come from Chinese input methods.
  const normalized = keyword.normalize("NFKC").trim();
  const [, fullNumber] = mobile.exec(normalized.replace(/[\s-]/g, "")) ?? [];
  if (fullNumber !== undefined) return { fullNumber, lastFour: fullNumber.slice(-4) };
  return /^\d{4}$/.test(normalized) ? { fullNumber: null, lastFour: normalized } : null;
}
