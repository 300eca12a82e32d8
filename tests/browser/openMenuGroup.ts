import type { Locator } from "playwright-core";
import { expect } from "vitest";

/**
 * Opens a group of the menu by its button. The group of the page opens by itself, perhaps between the look at it and the
 * click, which closes it then.
 */
export async function openMenuGroup(button: Locator): Promise<void> {
  const open = async () => {
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
    return button.getAttribute("aria-expanded");
  };
  await expect.poll(open).not.toBe("false");
}
