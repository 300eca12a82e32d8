import type { Page } from "playwright-core";

/** Opens a page or dialog from the avatar menu. */
export async function openFromAvatarMenu(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: title, exact: true }).click();
}
