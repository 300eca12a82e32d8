import { expectation } from "../reference.ts";

/** What one sees of the tags: `path key`, `*` where the page is kept, in the order of the bar. */
interface Tags {
  readonly [part: string]: unknown;
  readonly tags: readonly string[];
  readonly active: string | null;
  /** Paths, the most recently used first. */
  readonly recent: readonly string[];
}

const path = (tag: string) => tag.split(" ")[0] ?? "";
const keyOf = (tag: string) => Number(tag.split(" ")[1]?.replace("*", ""));
const home = "/page/page";
const use = ({ recent }: Tags, visited: string) => [visited, ...recent.filter((one) => one !== visited)];
/** Twelve are kept: the affixed one, and of the others those used last; and whatever is unsaved, as /p/3 always is. */
const kept = (tags: readonly string[], recent: readonly string[]) => {
  const others = recent.filter((one) => one !== home).slice(0, 11);
  return tags.map((tag) => {
    const bare = tag.replace("*", "");
    return recent.includes(path(tag)) && [home, "/p/3", ...others].includes(path(tag)) ? `${bare}*` : bare;
  });
};
const visit = (visited: string) => (seen: Tags) => {
  const recent = use(seen, visited);
  const known = seen.tags.some((tag) => path(tag) === visited);
  return { active: visited, recent, tags: kept(known ? seen.tags : [...seen.tags, `${visited} 1`], recent) };
};
const close = (closes: (path: string) => boolean) => (seen: Tags) => {
  const tags = seen.tags.filter((tag) => path(tag) === home || !closes(path(tag)));
  return { tags, recent: seen.recent.filter((one) => tags.some((tag) => path(tag) === one)) };
};
/** Where the page that was seen is gone: to the one used last. */
const goOn = ({ tags, active, recent }: Tags) => {
  if (tags.some((tag) => path(tag) === active)) return [];
  return [`goes to ${recent[0] ?? home}`];
};
const refreshed = (at: string) => (seen: Tags) => ({
  tags: seen.tags.map((tag) =>
    path(tag) === at ? `${at} ${keyOf(tag) + 1}${tag.endsWith("*") ? "*" : ""}` : tag,
  ),
});
const has = (at: string) => (seen: Tags) => seen.tags.some((tag) => path(tag) === at);

const pages = Array.from({ length: 13 }, (_, index) => `/p/${index + 1}`);

/** screens.md tags view. Affixed: the first page. */
export const tagsExpectation = expectation<Tags>({
  seen: () => ({ tags: [`${home} 1`], active: null, recent: [] }),
  start: [],
  regions: {
    "": {
      initial: "open",
      states: { open: [] },
      moves: [
        { on: "visit home", sets: visit(home) },
        ...pages.map((page) => ({ on: `visit ${page}`, sets: visit(page), row: "R-059" })),
        { on: "close /p/1", if: has("/p/1"), sets: close((one) => one === "/p/1"), does: goOn },
        { on: "close /p/2", if: has("/p/2"), sets: close((one) => one === "/p/2"), does: goOn },
        { on: "close the others of /p/1", if: has("/p/1"), sets: close((one) => one !== "/p/1"), does: goOn },
        { on: "close all", sets: close(() => true), does: goOn },
        { on: "refresh /p/1", if: has("/p/1"), sets: refreshed("/p/1") },
        { on: "refresh home", sets: refreshed(home) },
      ],
    },
  },
});
