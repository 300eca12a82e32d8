import type { Browser, BrowserContext, Route } from "playwright-core";
import { patienceMs } from "../../scripts/testing/patience.ts";
import { shiftClock } from "../../scripts/testing/shiftClock.mjs";
import { createClockEnvironment } from "../../scripts/testing/testClock.ts";
import { laptop } from "./laptop.ts";

/** The machine by a name: over HTTP browsers withhold from its pages what they give to localhost. */
export const plainHost = "console.test";

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

/** Is there until the first document of a context has stored the entries. */
const firstDocumentCookie = "first-document";

/** Opens a browser context for this server with exactly this state. */
export async function openContext(
  browser: Browser,
  url: string,
  { stored, screen }: ContextState,
): Promise<BrowserContext> {
  const { width, height } = screen;
  const context = await browser.newContext({ ...laptop, viewport: { width, height }, baseURL: url });
  await shiftClockOf(context);
  if (screen.dark) await context.addCookies([{ name: "dark", value: "1", url }]);
  if (stored.length > 0) await storeInFirstDocument(context, url, stored);
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** Shifts the clock of the pages as that of the server. Workers do not run the scripts of a context. */
async function shiftClockOf(context: BrowserContext): Promise<void> {
  const { TEST_SHIFT } = createClockEnvironment();
  if (!TEST_SHIFT) return;
  await context.addInitScript(shiftClock, Number(TEST_SHIFT));
  // A changed response counts as one of the internet.
  await context.grantPermissions(["local-network-access"]);
  const shiftWorker = async (route: Route) => {
    // Only the browser knows the name.
    const url = route.request().url().replace(`//${plainHost}:`, "//127.0.0.1:");
    const response = await route.fetch({ url });
    await route.fulfill({ response, body: `(${shiftClock})(${TEST_SHIFT});${await response.text()}` });
  };
  // It fails if the page was closed meanwhile.
  await context.route(/\.worker-[^/]+\.js$/, (route) => shiftWorker(route).catch(() => undefined));
}

/** Stores the entries without a page of its own, as Playwright's `storageState` opens one, a tenth of a short test. */
async function storeInFirstDocument(
  context: BrowserContext,
  url: string,
  stored: StorageEntries,
): Promise<void> {
  await context.addCookies([{ name: firstDocumentCookie, value: "1", url }]);
  await context.addInitScript(
    ({ entries, cookie, origin }) => {
      if (location.origin !== origin || !document.cookie.includes(`${cookie}=1`)) return;
      document.cookie = `${cookie}=; max-age=0; path=/`;
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    { entries: stored, cookie: firstDocumentCookie, origin: url },
  );
}
