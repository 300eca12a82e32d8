import type { Page } from "playwright-core";
import { undoAfter } from "./tidyUp.ts";

/** Makes the page's system prefer dark or light, until the end of the test. */
export async function emulateColorScheme(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  undoAfter(page, () => page.emulateMedia({ colorScheme: null }));
}
