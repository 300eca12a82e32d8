// Loaded by the login page too, so it imports no schemas.
import { isCreditCode } from "./creditCodeCheck.ts";

/** Zero-width characters, direction marks, variation selectors: PDFs, messengers and contact lists add them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Full-width letters and digits, as Chinese input methods write them. */
const fullWidth = /[０-９Ａ-Ｚａ-ｚ]/g;
/** What looks like a hyphen. Dashes are left: names have them. */
const hyphenLike = /[\u2010\u2011\u2212\ufe63\uff0d]/g;
const dashes = /[\p{Pd}\u2212]/gu;

/** Removes characters that nobody sees. */
export const stripInvisible = (text: string): string => text.replace(invisible, "");

/** A name: without invisible characters and blanks at the ends; letters, digits and hyphens in their usual width. */
export const normalizeText = (text: string): string =>
  stripInvisible(text)
    .replace(fullWidth, (character) => character.normalize("NFKC"))
    .replace(hyphenLike, "-")
    .trim();

/** A code such as a serial number: hyphens and blanks inside belong to it, so that its field can refuse the blanks. */
export const normalizeCode = (text: string): string =>
  stripInvisible(text).normalize("NFKC").replace(dashes, "-").trim();

/** A number in groups, such as a bank's or an authenticator's: no blanks. Hyphens stay, as they may part a sub-account. */
export const normalizeNumber = (text: string): string => normalizeCode(text).replace(/\s/g, "");

/** A number of an authority, such as a credit code or invoice number: no blanks, no hyphens, capitals. */
export const normalizeOfficialNumber = (text: string): string =>
  normalizeCode(text).replace(/[\s-]/g, "").toUpperCase();

const mobile = /^(?:\+?86|0086)?(1[3-9]\d{9})$/;

/** The 11 digits of a mobile number in any usual notation; null for anything else. */
export const parsePhone = (text: string): string | null =>
  mobile.exec(normalizeCode(text).replace(/[\s().-]/g, ""))?.[1] ?? null;

/** A mobile number as its 11 digits; anything else as a name. */
export const normalizePhone = (text: string): string => parsePhone(text) ?? normalizeText(text);

const macDigits = /^[0-9A-F]{12}$/;

/** A MAC address with colons, from any notation: with colons, hyphens, dots, blanks, or none of them. */
export function normalizeMac(text: string): string {
  const digits = normalizeCode(text)
    .replace(/[\s:.-]/g, "")
    .toUpperCase();
  return macDigits.test(digits) ? (digits.match(/../g) ?? []).join(":") : normalizeCode(text).toUpperCase();
}

/**
 * In pairs, or in groups of four as switches show them. Twelve digits alone, or in groups without a letter, may as well
 * be a part of another number.
 */
const macNotation =
  /^(?:[0-9A-F]{2}([:-])[0-9A-F]{2}(?:\1[0-9A-F]{2}){4}|(?=.*[A-F])(?:[0-9A-F]{2}(?: [0-9A-F]{2}){5}|[0-9A-F]{4}([ .-])[0-9A-F]{4}\2[0-9A-F]{4}))$/i;
const invoiceNumber = /^\d{20}$/;
/** A long number in groups, as banks print theirs. */
const numberInGroups = /^(?=(?:\s*\d){12})\d+(?:\s+\d+)+$/;

/**
 * A search keyword. A whole phone, MAC address, credit code, invoice or bank number is searched as it is stored,
 * anything else as a name.
 */
export function normalizeKeyword(text: string): string {
  const phone = parsePhone(text);
  if (phone !== null) return phone;
  const code = normalizeCode(text);
  if (macNotation.test(code)) return normalizeMac(code);
  const official = normalizeOfficialNumber(text);
  if (isCreditCode(official) || invoiceNumber.test(official)) return official;
  return numberInGroups.test(code) ? normalizeNumber(code) : normalizeText(text);
}
