import type { Page } from "playwright-core";

/**
 * Waits until nothing in the page is busy, no animation runs and no element has changed for 100 ms. Texts may change:
 * an age in seconds always does. A page that never rests is left after 10 s.
 */
export async function waitForRest(page: Page): Promise<void> {
  await page.evaluate(
    ({ quietMs, limitMs }) =>
      new Promise<void>((done) => {
        const startedAt = performance.now();
        let changedAt = startedAt;
        const observer = new MutationObserver(() => {
          changedAt = performance.now();
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        const isAnimated = () =>
          document
            .getAnimations()
            .some(
              ({ playState, effect }) =>
                playState === "running" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
            );
        const check = () => {
          const now = performance.now();
          const isBusy = isAnimated() || document.querySelector("[aria-busy=true]") !== null;
          if (now - startedAt < limitMs && (isBusy || now - changedAt < quietMs))
            return requestAnimationFrame(check);
          observer.disconnect();
          done();
        };
        requestAnimationFrame(check);
      }),
    { quietMs: 100, limitMs: 10_000 },
  );
}
