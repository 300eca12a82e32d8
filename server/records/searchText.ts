import { pinyin } from "pinyin-pro";
import { normalizeText } from "../../adapters/contract/identity.ts";

/** Lower-cased pinyin of a Chinese name without tones, its syllables separated by blanks. */
export const toPinyin = (name: string) =>
  pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" }).join(" ").toLowerCase();

/** Sort key of a Chinese name: its pinyin, then the name itself to separate homophones. */
export const toPinyinSortKey = (name: string) => `${toPinyin(name)} ${name}`;

/** Separates the columns in a search text. The contract forbids it in keywords, so no match spans two columns. */
export const unitSeparator = "\u001f";

/** The text in which keywords are searched: the columns as keywords are written, lower-cased. */
export const buildSearchText = (...columns: readonly string[]) =>
  columns.map(normalizeText).join(unitSeparator).toLowerCase();
