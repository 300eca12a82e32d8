import type { Page } from "playwright-core";

/**
 * Waits until React has run the effects of what the page shows: there it starts to listen to keys, shortly after the
 * paint. A key that is pressed before is lost.
 */
export async function waitForEffects(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done()))),
      ),
  );
}
