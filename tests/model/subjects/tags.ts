import { type TagsContext, tagsMachine, type VisitedPage } from "../../../machines/tags.machine.ts";
import { tagsExpectation } from "../expect/tags.ts";
import { subject } from "../subject.ts";

const page = (path: string): VisitedPage => ({ path, location: path, title: path });
const pages = Array.from({ length: 13 }, (_, index) => `/p/${index + 1}`);

/** The tags of thirteen pages and the affixed first one. */
export const tagsSubject = subject({
  name: "tags",
  expectation: tagsExpectation,
  build: (world) => ({
    machine: tagsMachine({
      affixed: page("/page/page"),
      go: (location) => world.did(`goes to ${location}`),
      unsaved: (path) => path === "/p/3",
    }),
  }),
  see: ({ tags, active }: TagsContext) => ({
    tags: tags.map(({ path, key, cached }) => `${path} ${key}${cached ? "*" : ""}`),
    active,
    recent: tags
      .filter(({ usedAt }) => usedAt > 0)
      .sort((a, b) => b.usedAt - a.usedAt)
      .map(({ path }) => path),
  }),
  key: ({ context }) => context.tags.map(({ path }: { path: string }) => path),
  explores: ({ context }, { label }) => {
    const open: string[] = context.tags.map(({ path }: { path: string }) => path);
    const isOneOfFew = /^visit \/p\/([3-9]|1\d)$/.test(label) === false;
    if (open.length <= 3 && isOneOfFew) return true;
    // The one way to thirteen open pages: one after the other.
    const inTurn = open.slice(1).every((path, index) => path === pages[index]);
    return inTurn && label === `visit ${pages[open.length - 1]}`;
  },
  stimuli: [
    { label: "visit home", event: { type: "page.visit", page: page("/page/page") } },
    ...pages.map((path) => ({ label: `visit ${path}`, event: { type: "page.visit", page: page(path) } })),
    { label: "close /p/1", event: { type: "tag.close", path: "/p/1" } },
    { label: "close /p/2", event: { type: "tag.close", path: "/p/2" } },
    { label: "close home", event: { type: "tag.close", path: "/page/page" } },
    { label: "close the others of /p/1", event: { type: "tag.closeOthers", path: "/p/1" } },
    { label: "close all", event: { type: "tag.closeAll" } },
    { label: "refresh /p/1", event: { type: "tag.refresh", path: "/p/1" } },
    { label: "refresh home", event: { type: "tag.refresh", path: "/page/page" } },
  ],
  invariant: ({ seen }) =>
    (seen.tags as string[]).filter((tag) => tag.endsWith("*") && !tag.startsWith("/p/3 ")).length > 12
      ? "keeps more than 12 pages"
      : null,
});
