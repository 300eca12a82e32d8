/** Inserts thousands separators. `Intl` would take 12 ms to start, before the first list is shown. */
const groupDigits = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ",");

/** Formats a number with thousands separators, `12,345.6`; keeps all decimals; `-` for NaN, which is an unknown number. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "-";
  const [integer = "", fraction] = String(value).split(".");
  return fraction === undefined ? groupDigits(integer) : `${groupDigits(integer)}.${fraction}`;
}
