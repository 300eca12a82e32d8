import type { Page } from "playwright-core";

/** How far ahead the stop is set, ms: a busy machine takes that long to hear of it, and a past one is refused. */
const aheadMs = 2_500;

/** Stops an installed clock, a moment from now; from then on only the test lets time pass. */
export async function pauseClock(page: Page): Promise<void> {
  await page.context().clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, aheadMs));
}
