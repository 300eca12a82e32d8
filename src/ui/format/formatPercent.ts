/**
 * Formats percent as `12.5%`; `-` for NaN, which is an unknown number.
 * @param digits decimals that are always shown; by default as many as the number has
 */
export const formatPercent = (percent: number, digits?: number): string =>
  Number.isNaN(percent) ? "-" : `${digits === undefined ? percent : percent.toFixed(digits)}%`;
