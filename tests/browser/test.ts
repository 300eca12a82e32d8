import { test as base, expect } from "vitest";
import { demoFolder } from "../running/demoFolder.ts";
import { portToKeep } from "../running/portToKeep.ts";
import { startServer } from "../running/serverProcess.ts";
import { launchChromium } from "./chromium.ts";
import { complaintsOf } from "./complaints.ts";
import { tellPage } from "./keepPicture.ts";
import { laptop } from "./laptop.ts";

/** A page that lives for seconds is not worth optimising, and none comes from two sites: a twelfth of all the work. */
const shortLived = ["--js-flags=--no-opt --no-maglev", "--disable-site-isolation-trials"];

/**
 * `test` with the console in a browser; everything is real. `browser` lives for the worker, `server` (with its demo
 * data) for the file, `context` (a browser profile) and `page` for the test. A page that says something on its console
 * which `complaints.allow` does not expect fails its test; a failed test says on the log what each of its pages
 * showed, and leaves pictures. The servers of a worker have one address, so that a profile which serves several files knows the
 * console's code. `flying` is for a file that looks at flights: the simulated ones take half of what a server's start
 * takes.
 */
export const test = base
  .extend("port", { scope: "worker" }, () => portToKeep())
  .extend("flying", { scope: "file" }, false)
  .extend("server", { scope: "file" }, async ({ port, flying }, { onCleanup }) => {
    const data = demoFolder();
    const env = flying ? {} : { FLEET: "0" };
    const server = await startServer({ dataDir: data.at, port, env });
    onCleanup(async () => {
      await server.stop();
      data[Symbol.dispose]();
    });
    return server;
  })
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchChromium(shortLived);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("context", async ({ browser, server }, { onCleanup }) => {
    const context = await browser.newContext({ ...laptop, baseURL: server.url });
    context.setDefaultTimeout(30_000);
    onCleanup(() => context.close());
    return context;
  })
  .extend("page", async ({ context, task }, { onCleanup }) => {
    const page = await context.newPage();
    onCleanup(async () => {
      if (task.result?.state !== "fail") return;
      for (const [tab, each] of context.pages().entries())
        await tellPage(each, `${tab} ${task.name}`).catch(() => undefined);
    });
    return page;
  })
  .extend("complaints", { auto: true }, ({ page, onTestFinished }, { onCleanup }) => {
    const complaints = complaintsOf(page);
    let heard: string[] = [];
    onCleanup(() => {
      heard = complaints.unexpected();
    });
    // Only then: a cleaning up that fails ends all further cleaning up, and the page would stay.
    onTestFinished(() => expect(heard).toEqual([]));
    return complaints;
  });
