import type { Browser, BrowserContext } from "playwright-core";
import { laptop } from "./laptop.ts";

/** What a browser starts with beside the session: the size of its window, and the cookie of dark mode. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
}

/** What the console keeps in its local storage. */
export type Stored = readonly { readonly name: string; readonly value: string }[];

/** What a profile holds at the start of a test. */
export interface Start {
  readonly stored: Stored;
  readonly screen: Screen;
}

/** Opens a browser profile of its own on this server. */
export async function openProfile(browser: Browser, url: string, start: Start): Promise<BrowserContext> {
  const { width, height } = start.screen;
  const profile = await browser.newContext({
    ...laptop,
    viewport: { width, height },
    baseURL: url,
    storageState: stateOf(url, start),
  });
  profile.setDefaultTimeout(30_000);
  return profile;
}

/** Makes a profile whose pages are closed hold this and nothing else; what it has fetched stays in its HTTP cache. */
export function startAnew(profile: BrowserContext, url: string, start: Start): Promise<void> {
  return profile.setStorageState(stateOf(url, start));
}

function stateOf(url: string, { stored, screen }: Start) {
  const dark = { name: "dark", value: "1", domain: new URL(url).hostname, path: "/", expires: -1 };
  const open = { httpOnly: false, secure: false, sameSite: "Lax" } as const;
  return {
    cookies: screen.dark ? [{ ...dark, ...open }] : [],
    origins: [{ origin: url, localStorage: [...stored] }],
  };
}
