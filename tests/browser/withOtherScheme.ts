import type { Page } from "playwright-core";

/**
 * Runs `check` in the page's other colour scheme, light or dark, and switches back. The scheme is an attribute of the
 * root element, so no reload is needed.
 */
export async function withOtherScheme<Found>(page: Page, check: () => Promise<Found>): Promise<Found> {
  await toggleScheme(page);
  const result = await check();
  await toggleScheme(page);
  return result;
}

/** Finishes all colour transitions immediately. */
function toggleScheme(page: Page): Promise<void> {
  return page.evaluate(() => {
    const name = "data-mantine-color-scheme";
    const otherScheme = document.documentElement.getAttribute(name) === "dark" ? "light" : "dark";
    document.documentElement.setAttribute(name, otherScheme);
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
  });
}
