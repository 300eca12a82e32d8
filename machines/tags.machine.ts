import { assign, setup } from "xstate";

/** A visited page. */
export interface VisitedPage {
  readonly path: string;
  /** Includes the search part, so that the tag returns to the same view. */
  readonly location: string;
  readonly title: string;
}

export interface Tag extends VisitedPage {
  readonly affixed: boolean;
  /** Incremented by a refresh; a new key remounts the page. */
  readonly key: number;
  /** Counter of the last use; higher is more recent. */
  readonly usedAt: number;
  /** Whether the page stays mounted in the background. */
  readonly cached: boolean;
}

/** Port of the tags. */
export interface TagsPort {
  /** The page that cannot be closed. */
  readonly affixedPage: VisitedPage | null;
  /** Pages that were open before this document was loaded; they mount when they are visited. */
  readonly restoredPages: readonly VisitedPage[];
  readonly navigate: (location: string) => void;
  /** Whether closing the page would lose unsaved input. */
  readonly hasUnsavedChanges: (path: string) => boolean;
}

export type TagsEvent =
  | { type: "page.visit"; page: VisitedPage }
  /** The page knows what it shows: the tag is named after it. */
  | { type: "tag.name"; path: string; title: string }
  | { type: "tag.close"; path: string }
  | { type: "tag.closeOthers"; path: string }
  /** Closes the tags before this one in the bar. */
  | { type: "tag.closeLeft"; path: string }
  /** Closes the tags after this one in the bar. */
  | { type: "tag.closeRight"; path: string }
  | { type: "tag.closeAll" }
  | { type: "tag.refresh"; path: string };

export interface TagsContext {
  readonly tags: readonly Tag[];
  readonly activePath: string | null;
  readonly useCount: number;
}

const maxCachedTags = 12;

const getPosition = (tags: readonly Tag[], path: string) => tags.findIndex((tag) => tag.path === path);

const createUnvisitedTag = (page: VisitedPage, affixed: boolean): Tag => ({
  ...page,
  affixed,
  key: 1,
  usedAt: 0,
  cached: false,
});

/** Caches the twelve most recently used pages, affixed and unsaved ones always, and evicts the others. */
function evictLeastRecent(tags: readonly Tag[], hasUnsavedChanges: TagsPort["hasUnsavedChanges"]): Tag[] {
  const recentPaths = new Set(
    [...tags]
      .filter(({ usedAt, affixed }) => usedAt > 0 && !affixed)
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(0, maxCachedTags - tags.filter(({ affixed }) => affixed).length)
      .map(({ path }) => path),
  );
  const shouldStayCached = ({ affixed, path }: Tag) =>
    affixed || recentPaths.has(path) || hasUnsavedChanges(path);
  return tags.map((tag) => ({ ...tag, cached: tag.usedAt > 0 && shouldStayCached(tag) }));
}

/** Open tags and their cached pages. */
export const tagsMachine = (port: TagsPort) =>
  setup({
    types: {} as { context: TagsContext; events: TagsEvent },
    actions: {
      visit: assign(({ context }, page: VisitedPage) => {
        const useCount = context.useCount + 1;
        const known = context.tags.find(({ path }) => path === page.path);
        const title = known?.title ?? page.title;
        const tag: Tag = { affixed: false, key: 1, ...known, ...page, title, usedAt: useCount, cached: true };
        const tags = known
          ? context.tags.map((existing) => (existing.path === page.path ? tag : existing))
          : [...context.tags, tag];
        return { useCount, activePath: page.path, tags: evictLeastRecent(tags, port.hasUnsavedChanges) };
      }),
      name: assign(({ context }, { path, title }: { path: string; title: string }) => ({
        tags: context.tags.map((tag) => (tag.path === path ? { ...tag, title } : tag)),
      })),
      closeOne: assign(({ context }, path: string) => ({
        tags: context.tags.filter((tag) => tag.affixed || tag.path !== path),
      })),
      closeOthers: assign(({ context }, path: string) => ({
        tags: context.tags.filter((tag) => tag.affixed || tag.path === path),
      })),
      closeLeft: assign(({ context: { tags } }, path: string) => ({
        tags: tags.filter((tag, index) => tag.affixed || index >= getPosition(tags, path)),
      })),
      closeRight: assign(({ context: { tags } }, path: string) => ({
        tags: tags.filter((tag, index) => tag.affixed || index <= getPosition(tags, path)),
      })),
      closeAll: assign(({ context }) => ({ tags: context.tags.filter(({ affixed }) => affixed) })),
      refresh: assign(({ context }, path: string) => ({
        tags: context.tags.map((tag) => (tag.path === path ? { ...tag, key: tag.key + 1 } : tag)),
      })),
      /** If the active tag was closed, navigates to the most recently used one, or to the root. */
      goToLastUsed: ({ context }) => {
        if (context.tags.some(({ path }) => path === context.activePath)) return;
        const [next] = [...context.tags].sort((a, b) => b.usedAt - a.usedAt);
        port.navigate(next?.location ?? "/");
      },
    },
    guards: {
      closable: ({ context }, path: string) => context.tags.some((tag) => tag.path === path && !tag.affixed),
      known: ({ context }, path: string) => context.tags.some((tag) => tag.path === path),
    },
  }).createMachine({
    id: "tags",
    context: () => ({
      tags: [
        ...(port.affixedPage ? [createUnvisitedTag(port.affixedPage, true)] : []),
        ...port.restoredPages
          .filter(({ path }) => path !== port.affixedPage?.path)
          .map((page) => createUnvisitedTag(page, false)),
      ],
      activePath: null,
      useCount: 0,
    }),
    initial: "open",
    states: {
      open: {
        on: {
          "page.visit": { actions: { type: "visit", params: ({ event }) => event.page } },
          "tag.name": {
            guard: { type: "known", params: ({ event }) => event.path },
            actions: { type: "name", params: ({ event }) => event },
          },
          "tag.close": {
            guard: { type: "closable", params: ({ event }) => event.path },
            actions: [{ type: "closeOne", params: ({ event }) => event.path }, "goToLastUsed"],
          },
          "tag.closeOthers": {
            guard: { type: "known", params: ({ event }) => event.path },
            actions: [{ type: "closeOthers", params: ({ event }) => event.path }, "goToLastUsed"],
          },
          "tag.closeLeft": {
            guard: { type: "known", params: ({ event }) => event.path },
            actions: [{ type: "closeLeft", params: ({ event }) => event.path }, "goToLastUsed"],
          },
          "tag.closeRight": {
            guard: { type: "known", params: ({ event }) => event.path },
            actions: [{ type: "closeRight", params: ({ event }) => event.path }, "goToLastUsed"],
          },
          "tag.closeAll": { actions: ["closeAll", "goToLastUsed"] },
          "tag.refresh": {
            guard: { type: "known", params: ({ event }) => event.path },
            actions: { type: "refresh", params: ({ event }) => event.path },
          },
        },
      },
    },
  });
