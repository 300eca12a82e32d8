import type { Page } from "playwright-core";

/** Counts each press of the pointer; what is typed, Tab and Enter included, is not counted, nor is the choice of a file. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  const listen = () =>
    addEventListener(
      "pointerdown",
      () => (window as unknown as { countClick: () => void }).countClick(),
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => clicks;
}
