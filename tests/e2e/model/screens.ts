import { deepStrictEqual, equal } from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** The main menu: the console stands. */
export const menuOf = (page: Page): Locator => page.getByRole("navigation", { name: "主菜单" });

/** How many entries both storages hold. */
export const storedIn = (page: Page): Promise<number> =>
  page.evaluate(() => localStorage.length + sessionStorage.length);

/** The login at the root, nothing stored. */
export async function seeLogin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "登 录" }).waitFor();
  equal(new URL(page.url()).pathname, "/");
  equal(await menuOf(page).count(), 0);
  equal(await storedIn(page), 0);
}

/** The console, with token and user stored. */
export async function seeConsole(page: Page): Promise<void> {
  await menuOf(page).waitFor();
  equal(await page.getByRole("button", { name: "登 录" }).count(), 0);
  const keys = await page.evaluate(() => ["token", "user"].filter((key) => localStorage.getItem(key)));
  deepStrictEqual(keys, ["token", "user"]);
}

/** The text stands on the screen, exactly once. */
export async function seeOnce(page: Page, text: string | RegExp): Promise<void> {
  const found = page.getByText(text);
  await found.first().waitFor();
  equal(await found.count(), 1);
}

/** Opens the avatar's menu and chooses. */
export async function chooseOfAvatar(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
