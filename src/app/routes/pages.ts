import type { ComponentType } from "react";
import { createLazy, type LazyComponent } from "../../loading/createLazy.tsx";
import { withStyleRetry } from "../../loading/withStyleRetry.ts";
import type { PageComponent, PageStatics } from "../../pageApi/pageComponent.ts";
import type { PageMeta } from "../../pageApi/pageMeta.ts";
import { PageSkeleton } from "../shell/PageSkeleton.tsx";
import { withScrollRestoration } from "../shell/withScrollRestoration.tsx";
import { matchesPath } from "./matchesPath.ts";

type Icon = ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>;

/** A page as the menu, the routes and the search know it, without its code. */
export interface PageEntry extends Omit<PageMeta, "icon"> {
  readonly icon: Icon;
  /** Its source, as `import.meta.glob` names it from a folder of `src/app`. */
  readonly file: string;
  readonly Component: LazyComponent<object, PageStatics>;
  /** The page as a part of another one. */
  readonly Content: LazyComponent<object, PageStatics>;
}

interface PageModule extends Omit<PageEntry, "Component" | "Content" | "file"> {
  readonly load: () => Promise<PageComponent>;
}

const moduleByFile = import.meta.glob<PageModule>("../../pages/**/*.page.tsx", {
  query: "?meta",
  import: "default",
  eager: true,
});

/** Every page file in `src/pages`; the code of a page loads when it is first shown. */
export const pages: readonly PageEntry[] = Object.entries(moduleByFile).map(([file, { load, ...meta }]) => {
  const loadScrolled = async () => withScrollRestoration(await load());
  return {
    ...meta,
    file,
    Component: createLazy(withStyleRetry(loadScrolled), PageSkeleton),
    Content: createLazy(withStyleRetry(load), PageSkeleton),
  };
});

/**
 * The page of a pathname. A parameter of its address, as in `/company/:id`, is the id of one record, so that
 * each record's page has a tag of its own.
 */
export const findPage = (pathname: string): PageEntry | undefined =>
  pages.find(({ path }) => matchesPath(path, pathname));

/** How long the console waits for its first page's code, ms; without a limit a broken page would block the others. */
const preloadTimeoutMs = 1_000;

/** Preloads the page of an address. Resolves on success, failure or timeout; the page itself shows the error. */
export async function preloadPage(path: string): Promise<void> {
  const page = findPage(path);
  if (!page) return;
  const loading = page.Component.preload().catch(() => undefined);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, preloadTimeoutMs))]);
}
