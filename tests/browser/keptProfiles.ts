import type { Browser, BrowserContext } from "playwright-core";
import { openProfile, type Start, startAnew } from "./profile.ts";

/** Browser profiles that serve one test after the other. */
export interface KeptProfiles {
  /** A profile with this in it and nothing else: one that is free where there is one. */
  readonly take: (url: string, start: Start) => Promise<BrowserContext>;
  /** Closes the profile's pages, and keeps it for the next of the same size. */
  readonly giveBack: (profile: BrowserContext, url: string, start: Start) => Promise<void>;
}

/**
 * Only what a profile has fetched stays in it, which halves each later page load: its pages are closed when it is
 * given back, its storage is emptied and filled anew when it is taken.
 */
export function keptProfiles(browser: Browser): KeptProfiles {
  const free = new Map<string, BrowserContext[]>();
  const keyOf = (url: string, { screen: { width, height } }: Start) => `${url} ${width} ${height}`;
  return {
    take: async (url, start) => {
      const known = free.get(keyOf(url, start))?.pop();
      if (!known) return openProfile(browser, url, start);
      await startAnew(known, url, start);
      return known;
    },
    giveBack: async (profile, url, start) => {
      await profile.unrouteAll({ behavior: "ignoreErrors" });
      await Promise.all(profile.pages().map((page) => page.close()));
      const key = keyOf(url, start);
      free.set(key, [...(free.get(key) ?? []), profile]);
    },
  };
}
