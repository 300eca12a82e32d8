import type { Locator, Page } from "playwright-core";
import { waitForValue } from "./waitUntil.ts";

/** The main menu, visible once the console is open. */
export const getMenu = (page: Page): Locator => page.getByRole("navigation", { name: "主菜单" });

/** Number of entries in local and session storage. */
export const countStored = (page: Page): Promise<number> =>
  page.evaluate(() => localStorage.length + sessionStorage.length);

/** Expects the login at the root, with empty storage. */
export async function expectLogin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "登 录" }).waitFor();
  await waitForValue(() => new URL(page.url()).pathname, "/", "the path");
  await waitForValue(() => getMenu(page).count(), 0, "the number of menus");
  await waitForValue(() => countStored(page), 0, "the number of stored entries");
}

/** Expects the console, with token and user in local storage. */
export async function expectConsole(page: Page): Promise<void> {
  await getMenu(page).waitFor();
  await waitForValue(() => page.getByRole("button", { name: "登 录" }).count(), 0, "the number of logins");
  const keys = () => page.evaluate(() => ["token", "user"].filter((key) => localStorage.getItem(key)).join());
  await waitForValue(keys, "token,user", "what is stored");
}

/** Expects exactly one element with this text, and sees it. Both by one look: a toast may be gone at the next. */
export async function expectOnce(page: Page, text: string | RegExp): Promise<void> {
  const look = () =>
    page.getByText(text).evaluateAll((found) => found.map((element) => element.checkVisibility()).join());
  await waitForValue(look, "true", `what is visible of ${text}`);
}

/** Chooses an item of the avatar menu. */
export async function chooseAvatarItem(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /账号菜单/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
