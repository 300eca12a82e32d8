import { normalizeText } from "../../../adapters/contract/identity.ts";

/** A name without the differences of banks, which write brackets full-width or half-width and insert blanks. */
export const normalizeName = (name: string): string =>
  normalizeText(name).replace(/\s+/g, "").replaceAll("（", "(").replaceAll("）", ")").toLowerCase();

/** Whether a payer's name is the company's, regardless of the bank's spelling. */
export const isSameName = (payer: string, company: string): boolean =>
  normalizeName(payer) === normalizeName(company);
