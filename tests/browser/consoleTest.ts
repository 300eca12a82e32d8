import { keptProfiles } from "./keptProfiles.ts";
import { laptop } from "./laptop.ts";
import { openProfile, type Screen } from "./profile.ts";
import { type Account, accounts } from "./signIn.ts";
import { storedSession } from "./storedSession.ts";
import { test as base } from "./test.ts";

/**
 * `test` for what comes after the login: `page` starts signed in as `account`, the operator where the test does not
 * override it; null is nobody. `browserOf` opens further browsers, each with a session and a screen of its own.
 * Profiles are kept for the tests that come after; one whose test failed is not. `spoils` is for a test that does to a
 * profile what cannot be taken back: an installed clock, a script for all its documents, a permission, a listener.
 */
export const test = base
  .extend("sessions", { scope: "file" }, ({ server }) => {
    const known = new Map<Account, ReturnType<typeof storedSession>>();
    return (account: Account) => {
      const session = known.get(account) ?? storedSession(server.url, accounts[account]);
      known.set(account, session);
      return session;
    };
  })
  .extend("profiles", { scope: "worker" }, ({ browser }) => keptProfiles(browser))
  .extend("account", "operator" as Account | null)
  .extend("spoils", false)
  .extend("browserOf", async ({ browser, profiles, server, sessions, spoils, task }, { onCleanup }) => {
    const leaving: (() => Promise<void>)[] = [];
    onCleanup(async () => void (await Promise.all(leaving.map((leave) => leave()))));
    return async (account: Account | null, screen: Screen = laptop.viewport) => {
      const start = { stored: account ? await sessions(account) : [], screen };
      const profile = spoils
        ? await openProfile(browser, server.url, start)
        : await profiles.take(server.url, start);
      leaving.push(() =>
        spoils || task.result?.state === "fail"
          ? profile.close()
          : profiles.giveBack(profile, server.url, start),
      );
      return profile;
    };
  })
  .extend("context", ({ browserOf, account }) => browserOf(account));
