import type { ComponentType } from "react";

/** The code of a page, which is fetched once when it is first wanted. */
export interface PageCode<P = object> {
  /** The page where its code is there already. */
  readonly present: () => ComponentType<P> | null;
  /** Rejects with why the code cannot be had; the next asking tries again. */
  readonly bring: () => Promise<ComponentType<P>>;
}

/** @param load imports the page's component */
export function pageCode<P = object>(load: () => Promise<ComponentType<P>>): PageCode<P> {
  let present: ComponentType<P> | null = null;
  let coming: Promise<ComponentType<P>> | null = null;
  return {
    present: () => present,
    bring: () => {
      coming ??= load().then(
        (page) => {
          present = page;
          return page;
        },
        (fault: unknown) => {
          coming = null;
          throw fault;
        },
      );
      return coming;
    },
  };
}
