import { formatNumber } from "./formatNumber.ts";

/** Formats whole fen as `¥1,234.50`. */
export function formatMoney(fen: number): string {
  const [sign, absoluteFen] = fen < 0 ? ["-", -fen] : ["", fen];
  return `${sign}¥${formatNumber(Math.trunc(absoluteFen / 100))}.${String(absoluteFen % 100).padStart(2, "0")}`;
}
