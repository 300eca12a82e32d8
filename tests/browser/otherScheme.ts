import type { Page } from "playwright-core";

/**
 * Does this with the page in its other scheme, light or dark, and puts it back. A scheme is an attribute from which
 * the colours follow, so that a page that stands already can be looked at in both.
 */
export async function inOtherScheme<Found>(page: Page, look: () => Promise<Found>): Promise<Found> {
  await turn(page);
  const found = await look();
  await turn(page);
  return found;
}

/** Every colour is at its end at once. */
function turn(page: Page): Promise<void> {
  return page.evaluate(() => {
    const name = "data-mantine-color-scheme";
    const other = document.documentElement.getAttribute(name) === "dark" ? "light" : "dark";
    document.documentElement.setAttribute(name, other);
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  });
}
