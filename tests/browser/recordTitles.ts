import type { Page } from "playwright-core";
import * as z from "zod/mini";

/**
 * Records every document title and every heading, form and table in `main`, from the start of each document. Detects
 * a page that is visible for a moment before access is denied.
 */
export async function recordTitles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenTitles: seen });
    const record = () => {
      seen.add(document.title);
      for (const heading of document.querySelectorAll("main h1, main h2, main form, main table")) {
        seen.add(heading.textContent ?? "");
      }
    };
    new MutationObserver(record).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Everything recorded in the current document. */
export async function getRecordedTitles(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate("[...window.seenTitles]"));
}
