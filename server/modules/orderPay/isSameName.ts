/** Banks write brackets full-width or half-width and put in blanks. */
const normalizeName = (name: string) =>
  name.replace(/\s+/g, "").replaceAll("（", "(").replaceAll("）", ")").toLowerCase();

/** Whether a payer's name is the company's, however the bank writes it. */
export const isSameName = (payer: string, company: string): boolean =>
  normalizeName(payer) === normalizeName(company);
