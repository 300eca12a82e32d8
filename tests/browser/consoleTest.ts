import type { BrowserContext } from "playwright-core";
import { laptop } from "./laptop.ts";
import { type Account, accounts } from "./signIn.ts";
import { storedSession } from "./storedSession.ts";
import { test as base } from "./test.ts";

/** What a browser starts with beside the session: the size of its window, and the cookie of dark mode. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
}

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
    return async (account: Account | null, { dark = false, ...viewport }: Screen = laptop.viewport) => {
      const context = await browser.newContext({
        ...laptop,
        viewport,
        baseURL: server.url,
        storageState: {
          cookies: [],
          origins: [{ origin: server.url, localStorage: account ? await sessions(account) : [] }],
        },
      });
      opened.push(context);
      context.setDefaultTimeout(15_000);
      if (dark) await context.addCookies([{ name: "dark", value: "1", url: server.url }]);
      return context;
    };
  })
  .extend("context", ({ browserOf, account }) => browserOf(account));
