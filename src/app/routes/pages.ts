import type { ComponentType } from "react";
import { createLazy, type LazyComponent } from "../../loading/createLazy.tsx";
import { withStyleRetry } from "../../loading/withStyleRetry.ts";
import type { PageComponent, PageStatics } from "../../pageApi/pageComponent.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { PageSkeleton } from "../shell/PageSkeleton.tsx";
import { withScrollRestoration } from "../shell/withScrollRestoration.tsx";

type Icon = ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>;

/** A page as the menu, the routes and the search know it, without its code. */
export interface PageEntry extends Omit<PageMeta, "icon"> {
  readonly icon: Icon;
  /** Of the title, for the menu search: `shishirenwu` and `ssrw`. */
  readonly pinyin: string;
  readonly initials: string;
  readonly Component: LazyComponent<object, PageStatics>;
}

const metaByFile = import.meta.glob<Omit<PageEntry, "Component">>("../../pages/**/*.page.tsx", {
  query: "?meta",
  import: "default",
  eager: true,
});
const importByFile = import.meta.glob<PageComponent>("../../pages/**/*.page.tsx", { import: "default" });

/** Every page file under src/pages, its code loaded when first shown. */
export const pages: readonly PageEntry[] = Object.entries(metaByFile).flatMap(([file, meta]) => {
  const importPage = importByFile[file.replace(/\?meta$/, "")];
  if (!importPage) return [];
  const load = async () => withScrollRestoration(await importPage());
  return [{ ...meta, Component: createLazy(withStyleRetry(load), PageSkeleton) }];
});

/** For which the console waits for its page's code, ms: a page that does not come keeps nobody from the others. */
const preloadTimeoutMs = 1_000;

/**
 * Brings the code of the page at an address, if it is one. Resolves when it is there, cannot be had or is long in
 * coming; why it cannot be had is said where the page would stand.
 */
export async function preloadPage(path: string): Promise<void> {
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) return;
  const loading = page.Component.preload().catch(() => undefined);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs))]);
}
