import { formatNumber } from "./formatNumber.ts";

/** `¥1,234.50` of whole fen. */
export function formatMoney(fen: number): string {
  const [sign, absoluteFen] = fen < 0 ? ["-", -fen] : ["", fen];
  return `${sign}¥${formatNumber(Math.trunc(absoluteFen / 100))}.${String(absoluteFen % 100).padStart(2, "0")}`;
}
