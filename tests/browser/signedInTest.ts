import { test as base } from "./browserTest.ts";
import { createStoredSession } from "./createStoredSession.ts";
import { laptop } from "./laptop.ts";
import type { ScreenOptions } from "./openContext.ts";
import { type Account, demoAccounts } from "./signIn.ts";

/**
 * `test` with a signed-in `page`. Override `account` for another role than operator; null means signed out.
 * `openPageAs` opens a page in another context, with its own account and viewport.
 */
export const test = base
  .extend("sessions", { scope: "file" }, ({ server }) => {
    const sessionByAccount = new Map<Account, ReturnType<typeof createStoredSession>>();
    return (account: Account) => {
      const session = sessionByAccount.get(account) ?? createStoredSession(server.url, demoAccounts[account]);
      sessionByAccount.set(account, session);
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
