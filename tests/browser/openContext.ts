import type { Browser, BrowserContext } from "playwright-core";
import { laptop } from "./laptop.ts";

/** Viewport size, px, and the dark mode cookie. */
export interface ScreenOptions {
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
}

/** Entries of the console's local storage. */
export type StorageEntries = readonly { readonly name: string; readonly value: string }[];

/** Initial state of a browser context. */
export interface ContextState {
  readonly stored: StorageEntries;
  readonly screen: ScreenOptions;
}

/** Opens a browser context for this server with exactly this state. */
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
