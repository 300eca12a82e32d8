import { defineExpectation } from "../createReference.ts";

/**
 * Observed values of the tags, in the order of the bar: `path key`, with `*` if the page is cached. A tag that its page
 * has named is in `named` too.
 */
interface TagsObserved {
  readonly [part: string]: unknown;
  readonly tags: readonly string[];
  readonly active: string | null;
  /** `path title` of the tags that are not titled as they were visited. */
  readonly named: readonly string[];
  /** Paths, most recently used first. */
  readonly recent: readonly string[];
}

const getPath = (tag: string) => tag.split(" ")[0] ?? "";
const getKey = (tag: string) => Number(tag.split(" ")[1]?.replace("*", ""));
const home = "/page/page";
const moveToFront = ({ recent }: TagsObserved, visited: string) => [
  visited,
  ...recent.filter((item) => item !== visited),
];
/** Twelve pages are cached: the affixed and the most recently used ones. Unsaved ones (always /p/3) come in addition. */
const markCached = (tags: readonly string[], recent: readonly string[]) => {
  const others = recent.filter((item) => item !== home).slice(0, 11);
  return tags.map((tag) => {
    const bare = tag.replace("*", "");
    return recent.includes(getPath(tag)) && [home, "/p/3", ...others].includes(getPath(tag))
      ? `${bare}*`
      : bare;
  });
};
const visitPage = (visited: string) => (seen: TagsObserved) => {
  const recent = moveToFront(seen, visited);
  const known = seen.tags.some((tag) => getPath(tag) === visited);
  return {
    active: visited,
    recent,
    tags: markCached(known ? seen.tags : [...seen.tags, `${visited} 1`], recent),
  };
};
const closeTags = (closes: (path: string) => boolean) => (seen: TagsObserved) => {
  const tags = seen.tags.filter((tag) => getPath(tag) === home || !closes(getPath(tag)));
  const isOpen = (item: string) => tags.some((tag) => getPath(tag) === getPath(item));
  return { tags, recent: seen.recent.filter(isOpen), named: seen.named.filter(isOpen) };
};
/** Closes what stands on one side of a tag in the bar. */
const closeSide = (at: string, side: "left" | "right") => (seen: TagsObserved) => {
  const order = seen.tags.map(getPath);
  const split = order.indexOf(at);
  const closed = side === "left" ? order.slice(0, split) : order.slice(split + 1);
  return closeTags((path) => closed.includes(path))(seen);
};
/** If the active page was closed, goes to the most recently used one. */
const navigateToRecent = ({ tags, active, recent }: TagsObserved) => {
  if (tags.some((tag) => getPath(tag) === active)) return [];
  return [`goes to ${recent[0] ?? home}`];
};
const refreshTag = (at: string) => (seen: TagsObserved) => ({
  tags: seen.tags.map((tag) =>
    getPath(tag) === at ? `${at} ${getKey(tag) + 1}${tag.endsWith("*") ? "*" : ""}` : tag,
  ),
});
const hasTag = (at: string) => (seen: TagsObserved) => seen.tags.some((tag) => getPath(tag) === at);

const pages = Array.from({ length: 13 }, (_, index) => `/p/${index + 1}`);

/** the tag bar. Affixed: the first page. */
export const tagsExpectation = defineExpectation<TagsObserved>({
  seen: () => ({ tags: [`${home} 1`], named: [], active: null, recent: [] }),
  start: [],
  regions: {
    "": {
      initial: "open",
      states: { open: [] },
      rules: [
        { on: "visit home", sets: visitPage(home) },
        ...pages.map((page) => ({ on: `visit ${page}`, sets: visitPage(page), row: "R-059" })),
        {
          on: "close /p/1",
          if: hasTag("/p/1"),
          sets: closeTags((item) => item === "/p/1"),
          does: navigateToRecent,
        },
        {
          on: "close /p/2",
          if: hasTag("/p/2"),
          sets: closeTags((item) => item === "/p/2"),
          does: navigateToRecent,
        },
        {
          on: "close the others of /p/1",
          if: hasTag("/p/1"),
          sets: closeTags((item) => item !== "/p/1"),
          does: navigateToRecent,
        },
        {
          on: "close left of /p/2",
          if: hasTag("/p/2"),
          sets: closeSide("/p/2", "left"),
          does: navigateToRecent,
        },
        {
          on: "close right of /p/1",
          if: hasTag("/p/1"),
          sets: closeSide("/p/1", "right"),
          does: navigateToRecent,
        },
        // Nothing is left of the first page; without an active page it is shown.
        { on: "close left of home", does: navigateToRecent },
        { on: "close right of home", sets: closeTags(() => true), does: navigateToRecent },
        { on: "close all", sets: closeTags(() => true), does: navigateToRecent },
        { on: "refresh /p/1", if: hasTag("/p/1"), sets: refreshTag("/p/1") },
        { on: "refresh home", sets: refreshTag(home) },
        // A later visit and a refresh leave the name.
        { on: "name /p/1", if: hasTag("/p/1"), sets: () => ({ named: ["/p/1 甲公司"] }) },
      ],
    },
  },
});
