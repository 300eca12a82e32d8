const digits = ["零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"];
const placeUnits = ["", "拾", "佰", "仟"];

/** Formats an integer below 10,000; a run of inner zeros becomes one 零, trailing zeros none. */
function formatGroup(value: number): string {
  let text = "";
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit > 0) text += `${digits[digit]}${placeUnits[place]}`;
    else if (text !== "" && !text.endsWith("零") && value % 10 ** place > 0) text += "零";
  }
  return text;
}

/** Formats a positive integer; a group with leading zeros gets one 零. */
function formatInteger(value: number): string {
  for (const [size, unit] of [
    [100_000_000, "亿"],
    [10_000, "万"],
  ] as const) {
    if (value < size) continue;
    const rest = value % size;
    const gap = rest > 0 && rest < size / 10 ? "零" : "";
    return `${formatInteger(Math.floor(value / size))}${unit}${gap}${rest > 0 ? formatInteger(rest) : ""}`;
  }
  return formatGroup(value);
}

/**
 * Formats a non-negative amount of whole fen in Chinese financial capitals: 壹仟贰佰叁拾肆元伍角陆分, by the rules of
 * 《正确填写票据和结算凭证的基本规定》. Optional zeros are omitted.
 */
export function formatAmountInCapitals(fen: number): string {
  if (Number.isNaN(fen)) return "-";
  if (fen === 0) return "零元整";
  const yuan = Math.floor(fen / 100);
  const jiao = Math.floor(fen / 10) % 10;
  const fenDigit = fen % 10;
  const yuanText = yuan > 0 ? `${formatInteger(yuan)}元` : "";
  if (fenDigit === 0) return jiao === 0 ? `${yuanText}整` : `${yuanText}${digits[jiao]}角整`;
  const jiaoText = jiao > 0 ? `${digits[jiao]}角` : yuan > 0 ? "零" : "";
  return `${yuanText}${jiaoText}${digits[fenDigit]}分`;
}
