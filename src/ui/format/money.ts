import { formatNumber } from "./number.ts";

/** `¥1,234.50` of whole fen. */
export function formatMoney(fen: number): string {
  const [sign, all] = fen < 0 ? ["-", -fen] : ["", fen];
  return `${sign}¥${formatNumber(Math.trunc(all / 100))}.${String(all % 100).padStart(2, "0")}`;
}
