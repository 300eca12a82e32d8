import type { Browser, BrowserContext, Page } from "playwright-core";
import { type ContextState, openContext } from "./openContext.ts";
import { resetPage, resetStorage } from "./tidyUp.ts";

/** Browser profiles that serve one test after the other, each with one page. */
export interface ContextPool {
  /** The page of a profile with this in it and nothing else: one that is free where there is one. */
  readonly take: (url: string, start: ContextState) => Promise<Page>;
  /** Keeps the page and its profile for the next of the same size; what cannot be tidied up ends. */
  readonly giveBack: (page: Page, url: string, start: ContextState) => Promise<void>;
}

const discardedContexts = new WeakSet<BrowserContext>();

/** Says that what a test does to this profile cannot be taken back, as a clock of its own: it is not kept. */
export const discardContext = (profile: BrowserContext): void => void discardedContexts.add(profile);

/**
 * Only what a profile has fetched and its page has compiled stays, which halves the next page load: storage is
 * emptied and filled anew, what a test has set up on the page is taken back.
 */
export function createContextPool(browser: Browser): ContextPool {
  const free = new Map<string, Page[]>();
  const keyOf = (url: string, { screen: { width, height } }: ContextState) => `${url} ${width} ${height}`;
  return {
    take: async (url, start) => {
      const known = free.get(keyOf(url, start))?.pop();
      if (known && (await isAnew(known, url, start))) return known;
      const page = await (await openContext(browser, url, start)).newPage();
      await page.goto(`${url}/favicon.svg`);
      await resetStorage(page, url, start);
      return page;
    },
    giveBack: async (page, url, start) => {
      const tidy = !discardedContexts.has(page.context()) && (await resetPage(page, url));
      if (!tidy) return page.context().close();
      const key = keyOf(url, start);
      free.set(key, [...(free.get(key) ?? []), page]);
    },
  };
}

/** False where the page has died since it was given back; its profile ends then. */
async function isAnew(page: Page, url: string, start: ContextState): Promise<boolean> {
  try {
    await resetStorage(page, url, start);
    return true;
  } catch (fault) {
    await page.context().close();
    if (/has been closed|crashed/.test(String(fault))) return false;
    throw fault;
  }
}
