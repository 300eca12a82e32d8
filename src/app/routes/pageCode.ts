import type { ComponentType } from "react";

/** The code of a page, which is fetched once when it is first wanted. */
export interface PageCode {
  /** The page where its code is there already. */
  readonly present: () => ComponentType | null;
  /** Rejects with why the code cannot be had; the next asking tries again. */
  readonly bring: () => Promise<ComponentType>;
}

/** @param load imports the page's component */
export function pageCode(load: () => Promise<ComponentType>): PageCode {
  let present: ComponentType | null = null;
  let coming: Promise<ComponentType> | null = null;
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
