import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Opens the help of the keys by `?`, again and again until it is there: the keys' code is loaded when the browser is
 * idle, which it is not right after a key. Returns its dialog.
 */
export async function openKeyHelp(page: Page): Promise<Locator> {
  const help = page.getByRole("dialog", { name: "帮助" });
  await expect
    .poll(
      async () => {
        await page.keyboard.press("?");
        return help.count();
      },
      { interval: 2_000 },
    )
    .toBe(1);
  return help;
}
