/** A phone number in a search keyword. */
export interface PhoneKeyword {
  /** Null if the keyword is only the last four digits. */
  readonly fullNumber: string | null;
  readonly lastFour: string;
}

const mobile = /^(?:\+?86|0086)?(1[3-9]\d{9})$/;

/**
 * Parses a keyword that is a whole mobile number (spaces, hyphens and +86 allowed) or exactly four digits.
 * Returns null for everything else, in particular for any other part of a number.
 */
export function parsePhoneKeyword(keyword: string): PhoneKeyword | null {
  // Full-width digits come from Chinese input methods.
  const normalized = keyword.normalize("NFKC").trim();
  const [, fullNumber] = mobile.exec(normalized.replace(/[\s-]/g, "")) ?? [];
  if (fullNumber !== undefined) return { fullNumber, lastFour: fullNumber.slice(-4) };
  return /^\d{4}$/.test(normalized) ? { fullNumber: null, lastFour: normalized } : null;
}
