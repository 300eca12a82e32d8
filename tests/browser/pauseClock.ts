import type { Page } from "playwright-core";

/** How far ahead the stop is set, ms: a busy machine takes that long to hear of it. */
const pauseDelayMs = 2_500;

/** Stops an installed clock, a moment from now; from then on only the test lets time pass. */
export async function pauseClock(page: Page): Promise<void> {
  const pause = async () =>
    page.context().clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, pauseDelayMs));
  // A stop that is heard of too late is refused, and yet the clock stands from then on: the next one is in time.
  await pause().catch((error: unknown) =>
    /to the past/.test(String(error)) ? pause() : Promise.reject(error),
  );
}
