import { findPage } from "../routes/pages.ts";

/** The content of the page at this path, as a part of another page. */
export function EmbeddedPage({ path }: { readonly path: string }) {
  const page = findPage(path);
  return page ? <page.Content /> : null;
}
