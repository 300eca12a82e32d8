import { useState } from "react";
import { fitsKeyword } from "../../../adapters/contract/fitsKeyword.ts";
import { createLoader } from "../../loading/createLazy.tsx";
import type { Choice } from "./choiceSource.ts";
import { matchesName } from "./typedText.ts";

type ToPinyin = (name: string) => string;

/** The library is many times the size of a picker, so it comes when somebody is about to type. */
const pinyinLoader = createLoader<ToPinyin>(async () => {
  const { pinyin } = await import("pinyin-pro");
  const known = new Map<string, string>();
  return (name) => {
    const syllables =
      known.get(name) ??
      pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" }).join(" ").toLowerCase();
    known.set(name, syllables);
    return syllables;
  };
});

/** Null if it cannot be loaded: names are found by their characters then, and the next call tries again. */
const loadPinyin = () => pinyinLoader.preload().catch(() => null);

/** The choices whose names, or other texts, have the typed text in them, in the names' pinyin or initials. */
export async function filterByName(text: string, choices: readonly Choice[]): Promise<readonly Choice[]> {
  if (text.trim() === "") return choices;
  const toPinyin = await loadPinyin();
  return choices.filter(
    ({ label, found = [] }) => matchesName(text, label, toPinyin?.(label)) || fitsKeyword(text, found),
  );
}

interface NameMatcher {
  /** By pinyin and initials too, once these are known. */
  readonly matches: (text: string, name: string) => boolean;
  /** To be called when the field gets the focus. */
  readonly load: () => void;
}

/** The same for a field that filters while it renders. */
export function useNameMatcher(): NameMatcher {
  const [toPinyin, setToPinyin] = useState(pinyinLoader.getLoaded);
  return {
    // The library also filters by the empty text.
    matches: (text, name) => text.trim() === "" || matchesName(text, name, toPinyin?.(name)),
    load: () => void loadPinyin().then((loaded) => setToPinyin(() => loaded)),
  };
}
