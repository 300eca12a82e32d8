/** What a number input takes. */
interface NumberRules {
  readonly allowNegative?: boolean | undefined;
  readonly decimalScale?: number | undefined;
}

/** A sign, digits with or without thousands separators, decimals; around them what people copy with an amount. */
const pastedNumber =
  /^[¥￥]?\s*(?<sign>-?)\s*[¥￥]?\s*(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.(?<decimals>\d*))?\s*[元%]?$/;

/**
 * Why a pasted text is no number for the input; null if it is one. The input itself drops every character that it does
 * not know, so that `1e5` would become 15 and `-3` 3.
 */
export function findPasteError(
  text: string,
  { allowNegative = true, decimalScale }: NumberRules,
): string | null {
  const plain = text.normalize("NFKC").trim();
  const groups = pastedNumber.exec(plain)?.groups;
  if (!groups || !/\d/.test(plain)) return `粘贴的「${shorten(plain)}」不是数字，没有填入`;
  if (!allowNegative && groups["sign"]) return `粘贴的「${plain}」是负数，没有填入`;
  const decimals = (groups["decimals"] ?? "").replace(/0+$/, "").length;
  if (decimalScale !== undefined && decimals > decimalScale)
    return `粘贴的「${plain}」${decimalScale === 0 ? "不是整数" : `超过 ${decimalScale} 位小数`}，没有填入`;
  return null;
}

const shorten = (text: string) => (text.length > 20 ? `${text.slice(0, 20)}…` : text);
