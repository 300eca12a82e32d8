import { formatNumber } from "./formatNumber.ts";

/** Formats whole fen as `¥1,234.50`; `-` for NaN, which is an unknown amount. */
export function formatMoney(fen: number): string {
  if (Number.isNaN(fen)) return "-";
  const [sign, absoluteFen] = fen < 0 ? ["-", -fen] : ["", fen];
  return `${sign}¥${formatNumber(Math.trunc(absoluteFen / 100))}.${String(absoluteFen % 100).padStart(2, "0")}`;
}
