import type { Page } from "playwright-core";
import { undoAfter } from "./tidyUp.ts";

/** Runs this at the beginning of every document of the page, until the end of the test. */
export async function addInitScript(page: Page, script: (() => void) | string): Promise<void> {
  const handle = await page.addInitScript(script);
  undoAfter(page, async () => {
    await handle.dispose();
    // The document that stands has run it.
    await page.reload();
  });
}
