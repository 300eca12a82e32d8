const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The number that a text writes in decimal notation; NaN for any other text, such as a blank, `0x68` or `500 m`. */
export const parseDecimal = (text: string): number => (decimal.test(text.trim()) ? Number(text) : Number.NaN);
