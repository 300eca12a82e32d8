import { parsePhone } from "./identity.ts";

/** The digits that a platform shows of a phone number, before and after its stars. */
const masked = /(?<!\d)(\d*)\*+(\d*)(?!\d)/;

/**
 * Whether a keyword is a part of one of a record's texts, or the whole number of a phone that is shown in part. For
 * answers of another platform, which need not know keywords.
 */
export function fitsKeyword(keyword: string, texts: readonly string[]): boolean {
  const wanted = keyword.trim().toLowerCase();
  const phone = parsePhone(keyword);
  const isPhone = (text: string) => {
    const [, head = "", tail = ""] = masked.exec(text) ?? [];
    return phone !== null && head + tail !== "" && phone.startsWith(head) && phone.endsWith(tail);
  };
  return texts.some((text) => text.toLowerCase().includes(wanted) || isPhone(text));
}
