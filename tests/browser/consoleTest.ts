import { laptop } from "./laptop.ts";
import type { Screen } from "./profile.ts";
import { type Account, accounts } from "./signIn.ts";
import { storedSession } from "./storedSession.ts";
import { test as base } from "./test.ts";

/**
 * `test` for what comes after the login: `page` starts signed in as `account`, the operator where the test does not
 * override it; null is nobody. `pageOf` opens a page of a further browser with a session and a screen of its own.
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
  .extend("startOf", ({ sessions }) => {
    return async (account: Account | null, screen: Screen = laptop.viewport) => ({
      stored: account ? await sessions(account) : [],
      screen,
    });
  })
  .extend("start", ({ startOf, account }) => startOf(account))
  .extend("pageOf", ({ pageWith, startOf }) => {
    return async (account: Account | null, screen?: Screen) => pageWith(await startOf(account, screen));
  });
