import { pinyin } from "pinyin-pro";

/** Sort key of a Chinese name: its pinyin without tones, lower-cased, the name itself behind it to part homophones. */
export const pinyinOrder = (name: string) =>
  `${pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" }).join(" ").toLowerCase()} ${name}`;

/** Text a keyword is looked for in: lower-cased, a line for each part, so that no match runs across two. */
export const searchText = (...parts: readonly string[]) => parts.join("\n").toLowerCase();
