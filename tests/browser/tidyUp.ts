import type { Page } from "playwright-core";
import type { ContextState } from "./openContext.ts";

const listenedEvents = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "framenavigated",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
  "worker",
] as const;

const undoCallbacks = new WeakMap<Page, (() => Promise<unknown>)[]>();

/** Notes what takes back something that a test has set up on the page. */
export function undoAfter(page: Page, undo: () => Promise<unknown>): void {
  undoCallbacks.set(page, [...(undoCallbacks.get(page) ?? []), undo]);
}

/** Takes back what a test has set up on the page, the latest first, and closes the other pages of its profile. */
export async function undoSetup(page: Page): Promise<void> {
  const profile = page.context();
  const others = profile.pages().filter((one) => one !== page);
  await Promise.all(others.map((other) => other.close()));
  await profile.unrouteAll({ behavior: "ignoreErrors" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const undos = undoCallbacks.get(page) ?? [];
  undoCallbacks.delete(page);
  for (const undo of undos.toReversed()) await undo();
  for (const event of listenedEvents) page.removeAllListeners(event);
}

/**
 * Leads the page to an address of the console that runs none of its code, then takes back what a test has set up on
 * it: a call that was held goes with its page, and reaches no server. False where that cannot be done, as the page is
 * closed or the server gone.
 */
export async function resetPage(page: Page, url: string): Promise<boolean> {
  if (page.isClosed()) return false;
  try {
    // Without a listener Playwright leaves a form that asks about it.
    page.removeAllListeners("dialog");
    await page.goto(`${url}/favicon.svg`);
    await undoSetup(page);
    return true;
  } catch (fault) {
    if (/net::ERR_|has been closed|crashed/.test(String(fault))) return false;
    throw fault;
  }
}

/** Makes the profile of a page that is tidied up hold this and nothing else. */
export async function resetStorage(page: Page, url: string, { stored, screen }: ContextState): Promise<void> {
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
