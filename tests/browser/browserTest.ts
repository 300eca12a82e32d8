import type { Browser, Page } from "playwright-core";
import { test as base, expect } from "vitest";
import * as z from "zod/mini";
import { createClockEnvironment } from "../../scripts/testing/testClock.ts";
import { loginClient } from "../process/apiClient.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { collectConsoleErrors } from "./consoleErrors.ts";
import { findUnsentCalls } from "./findUnsentCalls.ts";
import { laptop } from "./laptop.ts";
import { launchChromium } from "./launchChromium.ts";
import { type ContextState, openContext, plainHost } from "./openContext.ts";
import { savePage, saveTrace } from "./saveScreenshot.ts";

/** No session, laptop-sized window. */
const emptyState: ContextState = { stored: [], screen: laptop.viewport };

const browserArgs = [
  // Saves a twelfth of the CPU time: pages are too short-lived to optimise, and each loads from one site.
  "--js-flags=--no-opt --no-maglev",
  "--disable-site-isolation-trials",
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
];

/** Chromium takes a changed response for one of the internet, which over plain HTTP may not reach this machine. */
const shiftedArgs = ["--disable-features=LocalNetworkAccessChecks"];

const withoutFlights = { FLEET: "0" };

const leaveData = async (_dataDir: string): Promise<void> => {};

/** Shared at module level: vitest creates worker fixtures again for each extended `test`. */
let workerBrowser: Promise<Browser> | null = null;
/** The server of all files of this worker that only read. */
let sharedServer: Promise<DemoServer> | null = null;

/** A server with demo data of its own. */
type DemoServer = ServerProcess & Disposable;

async function startDemoServer(
  env: Readonly<Record<string, string>>,
  prepareData = leaveData,
): Promise<DemoServer> {
  const data = createDemoFolder();
  await prepareData(data.path);
  const server = await startServer({ dataDir: data.path, env });
  return { ...server, [Symbol.dispose]: () => data[Symbol.dispose]() };
}

async function endDemoServer(server: DemoServer): Promise<void> {
  await server.stop();
  server[Symbol.dispose]();
}

const auditRows = z.object({
  list: z.array(z.object({ action: z.string(), entity: z.string(), result: z.string() })),
});

/** What the audit trail has since then, but for exports and for sessions that were opened, locked and ended. */
async function findWrites(url: string, since: Date): Promise<readonly string[]> {
  const body = { pageNo: 1, pageSize: 200, from: since.toISOString() };
  const { data } = await (await loginClient(url)).call("POST", "/x/audit/list", body);
  return auditRows
    .parse(data)
    .list.filter(({ action, entity, result }) => {
      const isReading = entity === "session" || action === "忽略密码提醒" || action.includes("导出");
      return !isReading || result !== "success";
    })
    .map(({ action, entity, result }) => `${action}, ${entity}, ${result}`);
}

/**
 * `test` with the real console in a browser. Fixtures:
 * - `browser` per worker; `server` with demo data per file; `context` and `page` per test.
 * - `sharesServer`: override with true in files that only read; they share a server, which saves its start. A file
 *   that changes records or enters a wrong password there fails: the files after it would meet the change.
 * - `openPage` opens a page in another context.
 * - `withFlights`: override with true for simulated flights. They double the server's start time.
 * - `prepareData`: override to change the demo data before the server starts.
 * - `consoleErrors` fails the test if its page logs an error that `consoleErrors.allow` does not expect.
 * A failed test leaves picture, accessibility tree and trace of its pages in `test-results`.
 */
export const test = base
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    workerBrowser ??= launchChromium(
      createClockEnvironment()["TEST_SHIFT"] ? [...browserArgs, ...shiftedArgs] : browserArgs,
    );
    const browser = await workerBrowser;
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("endSharedServer", { scope: "worker", auto: true }, async ({}, { onCleanup }) => {
    onCleanup(async () => {
      const ending = sharedServer;
      sharedServer = null;
      if (ending) await endDemoServer(await ending);
    });
  })
  .extend("withFlights", { scope: "file" }, false)
  .extend("sharesServer", { scope: "file" }, false)
  .extend("prepareData", { scope: "file" }, () => leaveData)
  .extend(
    "server",
    { scope: "file" },
    async ({ withFlights, sharesServer, prepareData }, { onCleanup }): Promise<ServerProcess> => {
      if (sharesServer) {
        const shared = await (sharedServer ??= startDemoServer(withoutFlights));
        const since = new Date();
        onCleanup(async () => expect(await findWrites(shared.url, since)).toEqual([]));
        return shared;
      }
      const server = await startDemoServer(withFlights ? {} : withoutFlights, prepareData);
      onCleanup(() => endDemoServer(server));
      return server;
    },
  )
  /** All requests of the test's pages, as `METHOD /path`. */
  .extend("requests", (): string[] => [])
  .extend("openPage", async ({ browser, server, requests, task }, { onCleanup }) => {
    const opened: Page[] = [];
    // A trace takes a third of a test's time: only the second try has one.
    const isTraced = process.env["TRACE"] === "1";
    onCleanup(async () => {
      const hasFailed = task.result?.state === "fail";
      for (const [number, page] of opened.entries()) {
        const context = page.context();
        if (hasFailed)
          for (const [tab, each] of context.pages().entries())
            await savePage(each, `${number}.${tab} ${task.name}`).catch(() => undefined);
        if (hasFailed && isTraced) await saveTrace(context, `${number} ${task.name}`).catch(() => undefined);
        await context.close();
      }
    });
    return async (state: ContextState) => {
      const context = await openContext(browser, server.url, state);
      if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true, sources: true });
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
    // Asserts after the cleanup: a throwing cleanup would leave the page open.
    onTestFinished(() => {
      expect(unexpected).toEqual([]);
      expect(findUnsentCalls(task.name, requests), "calls named in the title that no page sent").toEqual([]);
    });
    return consoleErrors;
  });
