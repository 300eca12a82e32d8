/** Banks write brackets full-width or half-width and put in blanks. */
const plain = (name: string) =>
  name.replace(/\s+/g, "").replaceAll("（", "(").replaceAll("）", ")").toLowerCase();

/** Whether a payer's name is the company's, however the bank writes it. */
export const sameName = (payer: string, company: string): boolean => plain(payer) === plain(company);
