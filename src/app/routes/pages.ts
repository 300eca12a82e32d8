import type { ComponentType } from "react";
import type { PageMeta } from "../../console/pageMeta.ts";
import { type PageCode, pageCode } from "./pageCode.ts";

type Icon = ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>;

/** A page as the menu, the routes and the search know it, without its code. */
export interface PageEntry extends Omit<PageMeta, "icon"> {
  readonly icon: Icon;
  /** Of the title, for the menu search: `shishirenwu` and `ssrw`. */
  readonly pinyin: string;
  readonly initials: string;
  readonly code: PageCode;
}

const metas = import.meta.glob<Omit<PageEntry, "code">>("../../pages/**/*.page.tsx", {
  query: "?meta",
  import: "default",
  eager: true,
});
const codes = import.meta.glob<ComponentType>("../../pages/**/*.page.tsx", { import: "default" });

/** Every page file under src/pages, its code loaded when first shown. */
export const pages: readonly PageEntry[] = Object.entries(metas).flatMap(([file, meta]) => {
  const code = codes[file.replace(/\?meta$/, "")];
  return code ? [{ ...meta, code: pageCode(code) }] : [];
});
