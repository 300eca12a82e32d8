import { pinyin } from "pinyin-pro";

/** Sort key of a Chinese name: lower-cased pinyin without tones, then the name itself to separate homophones. */
export const toPinyinSortKey = (name: string) =>
  `${pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" }).join(" ").toLowerCase()} ${name}`;

/** Separates the columns in a search text. The contract forbids it in keywords, so no match spans two columns. */
export const unitSeparator = "\u001f";

/** The text in which keywords are searched: the columns, lower-cased. */
export const buildSearchText = (...columns: readonly string[]) => columns.join(unitSeparator).toLowerCase();
