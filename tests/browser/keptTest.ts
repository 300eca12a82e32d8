import type { BrowserContext } from "playwright-core";
import { test as base } from "./consoleTest.ts";
import { laptop } from "./laptop.ts";
import { openProfile, type Screen, startAnew } from "./profile.ts";
import type { Account } from "./signIn.ts";

/**
 * `test` of `consoleTest.ts` whose profiles are kept for the tests of the file that come after: between two tests
 * their pages are closed and their storage is emptied and signed in anew, and only what they have fetched stays in
 * the HTTP cache, which halves each later page load. Not for tests that do to a profile what cannot be taken back:
 * an installed clock, a script for every document, being offline, a permission, a listener.
 */
export const test = base
  .extend("profiles", { scope: "file" }, ({ browser, server }) => {
    const free = new Map<string, BrowserContext[]>();
    const sizeOf = ({ width, height }: Screen) => `${width} ${height}`;
    return {
      /** A profile with this in it and nothing else, one that is free where there is one. */
      take: async (stored: Parameters<typeof startAnew>[2]["stored"], screen: Screen) => {
        const known = free.get(sizeOf(screen))?.pop();
        if (known) await startAnew(known, server.url, { stored, screen });
        return known ?? openProfile(browser, server.url, { stored, screen });
      },
      giveBack: async (profile: BrowserContext, screen: Screen) => {
        await profile.unrouteAll({ behavior: "ignoreErrors" });
        await Promise.all(profile.pages().map((page) => page.close()));
        free.set(sizeOf(screen), [...(free.get(sizeOf(screen)) ?? []), profile]);
      },
    };
  })
  .extend("browserOf", async ({ profiles, sessions }, { onCleanup }) => {
    const taken: (() => Promise<void>)[] = [];
    onCleanup(async () => void (await Promise.all(taken.map((giveBack) => giveBack()))));
    return async (account: Account | null, screen: Screen = laptop.viewport) => {
      const profile = await profiles.take(account ? await sessions(account) : [], screen);
      taken.push(() => profiles.giveBack(profile, screen));
      return profile;
    };
  });
