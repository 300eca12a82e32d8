import { type TagsContext, tagsMachine, type VisitedPage } from "../../../machines/tags.machine.ts";
import { defineSubject } from "../defineSubject.ts";
import { tagsExpectation } from "../expect/tags.ts";

const createPage = (path: string): VisitedPage => ({ path, location: path, title: path });
const pagePaths = Array.from({ length: 13 }, (_, index) => `/p/${index + 1}`);

/** Tags of thirteen pages and an affixed first one. */
export const tagsSubject = defineSubject({
  name: "tags",
  expectation: tagsExpectation,
  build: (environment) => ({
    machine: tagsMachine({
      affixedPage: createPage("/page/page"),
      restoredPages: [],
      navigate: (location) => environment.recordEffect(`goes to ${location}`),
      hasUnsavedChanges: (path) => path === "/p/3",
    }),
  }),
  observe: ({ tags, activePath }: TagsContext) => ({
    tags: tags.map(({ path, key, cached }) => `${path} ${key}${cached ? "*" : ""}`),
    named: tags.filter(({ path, title }) => title !== path).map(({ path, title }) => `${path} ${title}`),
    active: activePath,
    recent: tags
      .filter(({ usedAt }) => usedAt > 0)
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({ path }) => path),
  }),
  key: ({ context }) => context.tags.map(({ path }: { path: string }) => path),
  shouldExplore: ({ context }, { label }) => {
    const open: string[] = context.tags.map(({ path }: { path: string }) => path);
    const isOneOfFew = /^visit \/p\/([3-9]|1\d)$/.test(label) === false;
    if (open.length <= 3 && isOneOfFew) return true;
    // Explores only one order of opening thirteen pages.
    const inTurn = open.slice(1).every((path, index) => path === pagePaths[index]);
    return inTurn && label === `visit ${pagePaths[open.length - 1]}`;
  },
  stimuli: [
    { label: "visit home", event: { type: "page.visit", page: createPage("/page/page") } },
    ...pagePaths.map((path) => ({
      label: `visit ${path}`,
      event: { type: "page.visit", page: createPage(path) },
    })),
    { label: "close /p/1", event: { type: "tag.close", path: "/p/1" } },
    { label: "close /p/2", event: { type: "tag.close", path: "/p/2" } },
    { label: "close home", event: { type: "tag.close", path: "/page/page" } },
    { label: "close the others of /p/1", event: { type: "tag.closeOthers", path: "/p/1" } },
    { label: "close left of /p/2", event: { type: "tag.closeLeft", path: "/p/2" } },
    { label: "close left of home", event: { type: "tag.closeLeft", path: "/page/page" } },
    { label: "close right of /p/1", event: { type: "tag.closeRight", path: "/p/1" } },
    { label: "close right of home", event: { type: "tag.closeRight", path: "/page/page" } },
    { label: "close all", event: { type: "tag.closeAll" } },
    { label: "refresh /p/1", event: { type: "tag.refresh", path: "/p/1" } },
    { label: "name /p/1", event: { type: "tag.name", path: "/p/1", title: "甲公司" } },
    { label: "refresh home", event: { type: "tag.refresh", path: "/page/page" } },
  ],
  invariant: ({ seen }) =>
    (seen.tags as string[]).filter((tag) => tag.endsWith("*") && !tag.startsWith("/p/3 ")).length > 12
      ? "keeps more than 12 pages"
      : null,
});
