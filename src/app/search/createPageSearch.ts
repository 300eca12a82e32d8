import Fuse from "fuse.js";
import { menuSearch } from "../../../adapters/contract/constants.ts";
import type { PageEntry } from "../routes/pages.ts";

export interface PageSearchResult {
  readonly page: PageEntry;
  readonly group: string;
}

/**
 * Searches menu pages: fuzzily by title and path as specified, then by exact substring of the title's pinyin and
 * initials. An empty query finds every page.
 */
export function createPageSearch(
  entries: readonly PageSearchResult[],
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
    const pinyinMatches = entries.filter(
      ({ page }) => page.pinyin.includes(latin) || page.initials.includes(latin),
    );
    return [...new Set([...fuse.search(text).map(({ item }) => item.entry), ...pinyinMatches])];
  };
}
