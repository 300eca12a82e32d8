import { test as base } from "./browserTest.ts";
import { createStoredSession } from "./createStoredSession.ts";
import { laptop } from "./laptop.ts";
import type { ScreenOptions } from "./openContext.ts";
import { type Account, demoAccounts } from "./signIn.ts";

/**
 * `test` for what comes after the login: `page` starts signed in as `account`, the operator where the test does not
 * override it; null is nobody. `openPageAs` opens a page of a further browser with a session and a screen of its own.
 */
export const test = base
  .extend("sessions", { scope: "file" }, ({ server }) => {
    const known = new Map<Account, ReturnType<typeof createStoredSession>>();
    return (account: Account) => {
      const session = known.get(account) ?? createStoredSession(server.url, demoAccounts[account]);
      known.set(account, session);
      return session;
    };
  })
  .extend("account", "operator" as Account | null)
  .extend("createState", ({ sessions }) => {
    return async (account: Account | null, screen: ScreenOptions = laptop.viewport) => ({
      stored: account ? await sessions(account) : [],
      screen,
    });
  })
  .extend("state", ({ createState, account }) => createState(account))
  .extend("openPageAs", ({ openPage, createState }) => {
    return async (account: Account | null, screen?: ScreenOptions) =>
      openPage(await createState(account, screen));
  });
