import type { ComponentType } from "react";
import { type ComponentCode, componentCode } from "../../console/componentCode.ts";
import type { PageComponent } from "../../console/pageComponent.ts";
import type { PageMeta } from "../../console/pageMeta.ts";
import { withStyles } from "../../console/withStyles.ts";

type Icon = ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>;

/** A page as the menu, the routes and the search know it, without its code. */
export interface PageEntry extends Omit<PageMeta, "icon"> {
  readonly icon: Icon;
  /** Of the title, for the menu search: `shishirenwu` and `ssrw`. */
  readonly pinyin: string;
  readonly initials: string;
  readonly code: ComponentCode<PageComponent>;
}

const metas = import.meta.glob<Omit<PageEntry, "code">>("../../pages/**/*.page.tsx", {
  query: "?meta",
  import: "default",
  eager: true,
});
const codes = import.meta.glob<PageComponent>("../../pages/**/*.page.tsx", { import: "default" });

/** Every page file under src/pages, its code loaded when first shown. */
export const pages: readonly PageEntry[] = Object.entries(metas).flatMap(([file, meta]) => {
  const code = codes[file.replace(/\?meta$/, "")];
  return code ? [{ ...meta, code: componentCode(withStyles(code)) }] : [];
});

/** For which the console waits for its page's code, ms: a page that does not come keeps nobody from the others. */
const pageWithinMs = 1_000;

/**
 * Brings the code of the page at an address, if it is one. Resolves when it is there, cannot be had or is long in
 * coming; why it cannot be had is said where the page would stand.
 */
export async function bringPage(path: string): Promise<void> {
  const page = pages.find((one) => one.path === path);
  if (!page) return;
  const brought = page.code.bring().catch(() => undefined);
  await Promise.race([brought, new Promise((resolve) => setTimeout(resolve, pageWithinMs))]);
}
