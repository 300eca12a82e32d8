import type { Page } from "playwright-core";

/** How far ahead the stop is set, ms: a busy machine takes that long to hear of it. */
const aheadMs = 2_500;

/** Stops an installed clock, a moment from now; from then on only the test lets time pass. */
export async function pauseClock(page: Page): Promise<void> {
  const stop = async () =>
    page.context().clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, aheadMs));
  // A stop that is heard of too late is refused, and yet the clock stands from then on: the next one is in time.
  await stop().catch((fault: unknown) =>
    /to the past/.test(String(fault)) ? stop() : Promise.reject(fault),
  );
}
