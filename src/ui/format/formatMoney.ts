import { formatNumber } from "./formatNumber.ts";

/** Formats whole fen as `¥1,234.50`; `-` for NaN, which is an unknown amount. */
export function formatMoney(fen: number): string {
  if (Number.isNaN(fen)) return "-";
  // Another platform may tell parts of a fen.
  const whole = Math.round(fen);
  const [sign, absoluteFen] = whole < 0 ? ["-", -whole] : ["", whole];
  return `${sign}¥${formatNumber(Math.trunc(absoluteFen / 100))}.${String(absoluteFen % 100).padStart(2, "0")}`;
}
