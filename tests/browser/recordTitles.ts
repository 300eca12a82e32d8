import type { Page } from "playwright-core";
import * as z from "zod/mini";

/**
 * Records, from the first moment of every document, each title it had and each heading that stood in its main
 * part, however briefly: a page that flashes up before it is forbidden shows here.
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

/** Everything recorded in the present document. */
export async function getRecordedTitles(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate("[...window.seenTitles]"));
}
