import type { Browser, BrowserContext } from "playwright-core";
import { laptop } from "./laptop.ts";

/** What a browser starts with beside the session: the size of its window, and the cookie of dark mode. */
export interface ScreenOptions {
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
}

/** What the console keeps in its local storage. */
export type StorageEntries = readonly { readonly name: string; readonly value: string }[];

/** What a browser context holds at the start of a test. */
export interface ContextState {
  readonly stored: StorageEntries;
  readonly screen: ScreenOptions;
}

/** Opens a browser context on this server that holds this state and nothing else. */
export async function openContext(
  browser: Browser,
  url: string,
  { stored, screen }: ContextState,
): Promise<BrowserContext> {
  const { width, height } = screen;
  const context = await browser.newContext({
    ...laptop,
    viewport: { width, height },
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [...stored] }] },
  });
  if (screen.dark) await context.addCookies([{ name: "dark", value: "1", url }]);
  context.setDefaultTimeout(30_000);
  return context;
}
