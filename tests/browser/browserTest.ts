import type { Browser, Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { collectConsoleErrors } from "./consoleErrors.ts";
import { findUnsentCalls } from "./findUnsentCalls.ts";
import { laptop } from "./laptop.ts";
import { launchChromium } from "./launchChromium.ts";
import { type ContextState, openContext } from "./openContext.ts";
import { logPage } from "./saveScreenshot.ts";

/** Nobody signed in, on a laptop. */
const emptyState: ContextState = { stored: [], screen: laptop.viewport };

/** A page that lives for seconds is not worth optimising, and none comes from two sites: a twelfth of all the work. */
const shortLivedArgs = ["--js-flags=--no-opt --no-maglev", "--disable-site-isolation-trials"];

/** Module-level, as vitest creates worker fixtures anew for every `test` that is extended from another. */
let workerBrowser: Promise<Browser> | null = null;

/**
 * `test` with the real console in a browser. Fixtures:
 * - `browser` for the worker; `server` with its demo data for the file; `context` and `page` for the test.
 * - `openPage` opens a page in a further context.
 * - `withFlights` is overridden by files that need the simulated flights; they take half of a server's start.
 * - `consoleErrors` fails the test where its page logs what `consoleErrors.allow` does not expect.
 * A failed test logs what its pages showed and saves screenshots.
 */
export const test = base
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    workerBrowser ??= launchChromium(shortLivedArgs);
    const browser = await workerBrowser;
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("withFlights", { scope: "file" }, false)
  .extend("server", { scope: "file" }, async ({ withFlights }, { onCleanup }) => {
    const data = await createDemoFolder();
    const server = await startServer({ dataDir: data.at, env: withFlights ? {} : { FLEET: "0" } });
    onCleanup(async () => {
      await server.stop();
      data[Symbol.dispose]();
    });
    return server;
  })
  /** Every request of the test's pages, `METHOD /path`. */
  .extend("requests", (): string[] => [])
  .extend("openPage", async ({ browser, server, requests, task }, { onCleanup }) => {
    const opened: Page[] = [];
    onCleanup(async () => {
      for (const [number, page] of opened.entries()) {
        if (task.result?.state === "fail")
          for (const [tab, each] of page.context().pages().entries())
            await logPage(each, `${number}.${tab} ${task.name}`).catch(() => undefined);
        await page.context().close();
      }
    });
    return async (state: ContextState) => {
      const context = await openContext(browser, server.url, state);
      context.on("request", (request) =>
        requests.push(`${request.method()} ${new URL(request.url()).pathname}`),
      );
      const page = await context.newPage();
      opened.push(page);
      return page;
    };
  })
  .extend("state", (): ContextState | Promise<ContextState> => emptyState)
  .extend("page", ({ openPage, state }) => openPage(state))
  .extend("context", ({ page }) => page.context())
  .extend("consoleErrors", { auto: true }, ({ page, requests, onTestFinished, task }, { onCleanup }) => {
    const consoleErrors = collectConsoleErrors(page);
    let unexpected: string[] = [];
    onCleanup(() => {
      unexpected = consoleErrors.unexpected();
    });
    // After the cleanup: one that fails would leave the page open.
    onTestFinished(() => {
      expect(unexpected).toEqual([]);
      expect(findUnsentCalls(task.name, requests), "named in the title, sent by no page").toEqual([]);
    });
    return consoleErrors;
  });
