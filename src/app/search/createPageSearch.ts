import Fuse from "fuse.js";
import type { PageEntry } from "../routes/pages.ts";

/** From the specification. */
const menuSearch = { threshold: 0.4, titleWeight: 0.7, pathWeight: 0.3 } as const;

export interface PageSearchResult {
  readonly page: PageEntry;
  readonly group: string;
}

interface PagePinyin {
  readonly path: string;
  /** Of the page's title, without tones and spaces. */
  readonly pinyin: string;
  readonly initials: string;
}

const pinyinByPath: ReadonlyMap<string, PagePinyin> = new Map(
  Object.values(
    import.meta.glob<PagePinyin>("../../pages/**/*.page.tsx", {
      query: "?pinyin",
      import: "default",
      eager: true,
    }),
  ).map((names) => [names.path, names]),
);

/**
 * Searches menu pages: fuzzily by title and path as specified, then by exact substring of the title's pinyin and
 * initials. An empty query finds every page.
 */
export function createPageSearch(
  entries: readonly PageSearchResult[],
  names: ReadonlyMap<string, PagePinyin> = pinyinByPath,
): (query: string) => readonly PageSearchResult[] {
  const fuse = new Fuse(
    entries.map((entry) => ({ entry, title: [entry.group, entry.page.title], path: entry.page.path })),
    {
      threshold: menuSearch.threshold,
      keys: [
        { name: "title", weight: menuSearch.titleWeight },
        { name: "path", weight: menuSearch.pathWeight },
      ],
    },
  );
  return (query) => {
    const text = query.trim().toLowerCase();
    if (text === "") return entries;
    const latin = text.replace(/\s+/g, "");
    const pinyinMatches = entries.filter(({ page }) => {
      const { pinyin = "", initials = "" } = names.get(page.path) ?? {};
      return pinyin.includes(latin) || initials.includes(latin);
    });
    return [...new Set([...fuse.search(text).map(({ item }) => item.entry), ...pinyinMatches])];
  };
}
