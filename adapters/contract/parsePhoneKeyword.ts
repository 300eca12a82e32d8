import { normalizeCode, parsePhone } from "./identity.ts";

/** A phone number in a search keyword. */
export interface PhoneKeyword {
  /** Null if the keyword is only the last four digits. */
  readonly fullNumber: string | null;
  readonly lastFour: string;
}

/**
 * Parses a keyword that is a whole mobile number, in any usual notation, or exactly four digits.
 * Returns null for everything else, in particular for any other part of a number.
 */
export function parsePhoneKeyword(keyword: string): PhoneKeyword | null {
  const fullNumber = parsePhone(keyword);
  if (fullNumber !== null) return { fullNumber, lastFour: fullNumber.slice(-4) };
  const normalized = normalizeCode(keyword);
  return /^\d{4}$/.test(normalized) ? { fullNumber: null, lastFour: normalized } : null;
}
