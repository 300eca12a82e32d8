import { pinyin } from "pinyin-pro";

/** Sort key of a Chinese name: its pinyin without tones, lower-cased, the name itself behind it to part homophones. */
export const toPinyinSortKey = (name: string) =>
  `${pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" }).join(" ").toLowerCase()} ${name}`;

/** Parts the columns in a search text; the contract lets it into no keyword, so no match runs across two. */
export const unitSeparator = "\u001f";

/** Text that a keyword is looked for in: the columns, lower-cased. */
export const buildSearchText = (...columns: readonly string[]) => columns.join(unitSeparator).toLowerCase();
