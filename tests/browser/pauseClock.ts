import type { Page } from "playwright-core";

/** How far ahead the pause is set, ms. On a busy machine the page learns of it this late. */
const pauseDelayMs = 2_500;

/** Pauses an installed clock shortly from now; afterwards only the test advances time. */
export async function pauseClock(page: Page): Promise<void> {
  const pause = async () =>
    page.context().clock.pauseAt(await page.evaluate((ahead) => Date.now() + ahead, pauseDelayMs));
  // If the page learns of it too late the call fails, but the clock is paused anyway: the second call succeeds.
  await pause().catch((error: unknown) =>
    /to the past/.test(String(error)) ? pause() : Promise.reject(error),
  );
}
