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
export async function openProfile(browser: Browser, url: string, { screen }: Start): Promise<BrowserContext> {
  const { width, height } = screen;
  const profile = await browser.newContext({ ...laptop, viewport: { width, height }, baseURL: url });
  profile.setDefaultTimeout(30_000);
  return profile;
}
