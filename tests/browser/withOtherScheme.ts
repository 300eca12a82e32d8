import type { Page } from "playwright-core";

/**
 * Does this with the page in its other scheme, light or dark, and puts it back. A scheme is an attribute from which
 * the colours follow, so that a page that stands already can be looked at in both.
 */
export async function withOtherScheme<Found>(page: Page, check: () => Promise<Found>): Promise<Found> {
  await toggleScheme(page);
  const result = await check();
  await toggleScheme(page);
  return result;
}

/** Every colour is at its end at once. */
function toggleScheme(page: Page): Promise<void> {
  return page.evaluate(() => {
    const name = "data-mantine-color-scheme";
    const otherScheme = document.documentElement.getAttribute(name) === "dark" ? "light" : "dark";
    document.documentElement.setAttribute(name, otherScheme);
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  });
}
