import type { Page } from "playwright-core";
import { undoAfter } from "./tidyUp.ts";

/** Runs this at the beginning of every document of the page, until the end of the test. */
export async function initScript(page: Page, script: (() => void) | string): Promise<void> {
  const added = await page.addInitScript(script);
  undoAfter(page, async () => {
    await added.dispose();
    // The document that stands has run it.
    await page.reload();
  });
}
