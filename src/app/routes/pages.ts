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
  /** Pinyin and initials of the title for the menu search, such as `shishirenwu` and `ssrw`. */
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

/** Every page file in `src/pages`; the code of a page loads when it is first shown. */
export const pages: readonly PageEntry[] = Object.entries(metaByFile).flatMap(([file, meta]) => {
  const importPage = importByFile[file.replace(/\?meta$/, "")];
  if (!importPage) return [];
  const load = async () => withScrollRestoration(await importPage());
  return [{ ...meta, Component: createLazy(withStyleRetry(load), PageSkeleton) }];
});

/** How long the console waits for its first page's code, ms; without a limit a broken page would block the others. */
const preloadTimeoutMs = 1_000;

/** Preloads the page of an address. Resolves on success, failure or timeout; the page itself shows the error. */
export async function preloadPage(path: string): Promise<void> {
  const page = pages.find((candidate) => candidate.path === path);
  if (!page) return;
  const loading = page.Component.preload().catch(() => undefined);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs))]);
}
