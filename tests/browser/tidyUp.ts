import type { Page } from "playwright-core";
import type { Start } from "./profile.ts";

const heard = [
  "console",
  "dialog",
  "download",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
] as const;

const undone = new WeakMap<Page, (() => Promise<unknown>)[]>();

/** Notes what takes back something that a test has set up on the page. */
export function undoAfter(page: Page, undo: () => Promise<unknown>): void {
  undone.set(page, [...(undone.get(page) ?? []), undo]);
}

/**
 * Takes back what a test has set up on the page, closes the other pages of its profile, and leads it to an address of
 * the console that runs none of its code. False where that cannot be done: the test has closed the page, or the
 * server is gone.
 */
export async function tidyUp(page: Page, url: string): Promise<boolean> {
  if (page.isClosed()) return false;
  try {
    const others = page
      .context()
      .pages()
      .filter((one) => one !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.context().unrouteAll({ behavior: "ignoreErrors" });
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const undo of undone.get(page) ?? []) await undo();
    undone.delete(page);
    for (const event of heard) page.removeAllListeners(event);
    // Without a listener Playwright leaves a form that asks about it.
    await page.goto(`${url}/favicon.svg`);
    return true;
  } catch {
    return false;
  }
}

/** Makes the profile of a page that is tidied up hold this and nothing else. */
export async function startAnew(page: Page, url: string, { stored, screen }: Start): Promise<void> {
  const profile = page.context();
  await profile.clearCookies();
  if (screen.dark) await profile.addCookies([{ name: "dark", value: "1", url }]);
  const { width, height } = screen;
  const now = page.viewportSize();
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
  await page.evaluate((values) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name, value } of values) localStorage.setItem(name, value);
  }, stored);
  const session = await profile.newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
}
