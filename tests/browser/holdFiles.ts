import type { Page } from "playwright-core";

/** Keeps back files of the build until the returned function is called: code that is still loading. */
export async function holdFiles(page: Page, ...names: readonly string[]): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  for (const name of names)
    await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
      await released;
      await route.continue();
    });
  return letGo;
}
