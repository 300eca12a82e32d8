import type { Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { changes } from "./changes.ts";
import { collectConsoleErrors } from "./consoleErrors.ts";
import { findUnsentCalls } from "./findUnsentCalls.ts";
import { laptop } from "./laptop.ts";
import type { ContextState } from "./openContext.ts";
import { logPage } from "./saveScreenshot.ts";
import { getWorkerFixtures } from "./workerFixtures.ts";

/** Nobody, on a laptop. */
const emptyState: ContextState = { stored: [], screen: laptop.viewport };

/**
 * `test` with the console in a browser; everything is real. `browser` lives for the worker, `server` (with its demo
 * data) for the file, `context` (a browser profile) and `page` for the test. A page that says something on its console
 * which `consoleErrors.allow` does not expect fails its test; a failed test says on the log what each of its pages
 * showed, and leaves pictures. `openPage` opens a page of a further profile; profiles are kept for the tests that come
 * after, but for those of a failed test and those that `discardContext` names. `withFlights` is for a file that looks at flights: the simulated
 * ones take half of what a server's start takes. `looking` is for a file that changes nothing on the server, which it
 * then shares with the other such files of the worker.
 */
export const test = base
  .extend("workerFixtures", { scope: "worker" }, async ({}, { onCleanup }) => {
    const shared = await getWorkerFixtures();
    onCleanup(shared.close);
    return shared;
  })
  .extend("browser", { scope: "worker" }, ({ workerFixtures: { browser } }) => browser)
  .extend("withFlights", { scope: "file" }, false)
  .extend("looking", { scope: "file" }, false)
  .extend("server", { scope: "file" }, async ({ workerFixtures, withFlights, looking }, { onCleanup }) => {
    if (looking && withFlights)
      throw new Error("no flights are under way on the server of files that only look");
    if (looking) return workerFixtures.getSharedServer();
    const { port } = workerFixtures;
    const data = await createDemoFolder();
    const env = withFlights ? {} : { FLEET: "0" };
    const server = await startServer({ dataDir: data.at, port, env });
    onCleanup(async () => {
      await server.stop();
      data[Symbol.dispose]();
    });
    return server;
  })
  .extend("changes", { scope: "file" }, () => changes())
  .extend("openPage", async ({ workerFixtures: { contextPool }, server, changes, task }, { onCleanup }) => {
    const opened: { readonly page: Page; readonly state: ContextState }[] = [];
    onCleanup(async () => {
      if (task.result?.state !== "fail")
        return void (await Promise.all(
          opened.map(({ page, state }) => contextPool.giveBack(page, server.url, state)),
        ));
      for (const [number, { page }] of opened.entries()) {
        for (const [tab, each] of page.context().pages().entries())
          await logPage(each, `${number}.${tab} ${task.name}`).catch(() => undefined);
        await page.context().close();
      }
    });
    return async (state: ContextState) => {
      const page = await contextPool.take(server.url, state);
      changes.listenTo(page);
      opened.push({ page, state });
      return page;
    };
  })
  .extend("state", (): ContextState | Promise<ContextState> => emptyState)
  .extend("page", ({ openPage, state }) => openPage(state))
  .extend("context", ({ page }) => page.context())
  .extend(
    "consoleErrors",
    { auto: true },
    ({ page, looking, changes, onTestFinished, task }, { onCleanup }) => {
      const consoleErrors = collectConsoleErrors(page);
      let heard: string[] = [];
      onCleanup(() => {
        heard = consoleErrors.unexpected();
      });
      // Only then: a cleaning up that fails ends all further cleaning up, and the page would stay.
      onTestFinished(() => {
        // Before anything can fail: the next test has asked for none of these.
        const changed = changes.heard();
        const sent = changes.sent();
        expect(heard).toEqual([]);
        expect(findUnsentCalls(task.name, sent), "named in the title, sent by no page").toEqual([]);
        if (looking) expect(changed, "asked to be changed on a server that other files look at").toEqual([]);
      });
      return consoleErrors;
    },
  );
