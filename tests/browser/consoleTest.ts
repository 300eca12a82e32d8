import type { BrowserContext } from "playwright-core";
import { laptop } from "./laptop.ts";
import { openProfile, type Screen } from "./profile.ts";
import { type Account, accounts } from "./signIn.ts";
import { storedSession } from "./storedSession.ts";
import { test as base } from "./test.ts";

/**
 * `test` for what comes after the login: `page` starts signed in as `account`, the operator where the test does not
 * override it; null is nobody. `browserOf` opens further browsers, each with a session and a screen of its own.
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
  .extend("account", "operator" as Account | null)
  .extend("browserOf", async ({ browser, server, sessions }, { onCleanup }) => {
    const opened: BrowserContext[] = [];
    onCleanup(async () => void (await Promise.all(opened.map((context) => context.close()))));
    return async (account: Account | null, screen: Screen = laptop.viewport) => {
      const stored = account ? await sessions(account) : [];
      const context = await openProfile(browser, server.url, { stored, screen });
      opened.push(context);
      return context;
    };
  })
  .extend("context", ({ browserOf, account }) => browserOf(account));
