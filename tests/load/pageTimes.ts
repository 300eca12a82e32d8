import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import * as z from "zod/mini";
import { median } from "./statistics.ts";

export interface PageFigures {
  /** Milliseconds from the start of the navigation until the mark stood in the document, median of the runs. */
  readonly readyMs: number;
  /** What long tasks took beyond 50 ms each until then. */
  readonly blockedMs: number;
  /** Bytes on the wire until then, all and scripts alone, with their headers left out. */
  readonly wireBytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

const timesSchema = z.object({ ready: z.number(), blocked: z.number() });
const runs = 5;

/** A page's first visit with an empty cache, on a CPU four times slower and a line of 10 Mbit/s with 40 ms. */
export async function pageTimes(
  browser: Browser,
  address: string,
  mark: string,
  options: BrowserContextOptions = {},
): Promise<PageFigures> {
  const visits: PageFigures[] = [];
  for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, address, mark, options));
  const middle = (of: (figures: PageFigures) => number) => median(visits.map(of));
  return {
    readyMs: middle((one) => one.readyMs),
    blockedMs: middle((one) => one.blockedMs),
    wireBytes: middle((one) => one.wireBytes),
    scriptBytes: middle((one) => one.scriptBytes),
    requests: middle((one) => one.requests),
  };
}

async function visit(
  browser: Browser,
  address: string,
  mark: string,
  options: BrowserContextOptions,
): Promise<PageFigures> {
  const context = await browser.newContext({ ...options, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await throttle(page);
  await page.addInitScript(watchFor, mark);
  const sizes: Promise<{ bytes: number; script: boolean }>[] = [];
  let counting = true;
  page.on("requestfinished", (request) => {
    const script = request.resourceType() === "script";
    if (counting)
      sizes.push(request.sizes().then(({ responseBodySize }) => ({ bytes: responseBodySize, script })));
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => "readyFigures" in window, null, { timeout: 60_000 });
  counting = false;
  const { ready, blocked } = timesSchema.parse(await page.evaluate("window.readyFigures"));
  const sent = await Promise.all(sizes);
  await context.close();
  const bytes = (which: typeof sent) => which.reduce((sum, one) => sum + one.bytes, 0);
  return {
    readyMs: ready,
    blockedMs: blocked,
    wireBytes: bytes(sent),
    scriptBytes: bytes(sent.filter(({ script }) => script)),
    requests: sent.length,
  };
}

async function throttle(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const bytesPerSecond = 10_000_000 / 8;
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** Runs in the page: notes when the mark first stands in the document, and how long it was blocked until then. */
function watchFor(mark: string): void {
  let blocked = 0;
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked += Math.max(0, duration - 50);
  });
  tasks.observe({ type: "longtask", buffered: true });
  const look = new MutationObserver(() => {
    if (!document.querySelector(mark)) return;
    look.disconnect();
    // After the frame is painted, and the task that made it has been counted.
    requestAnimationFrame(() =>
      setTimeout(() => Object.assign(window, { readyFigures: { ready: performance.now(), blocked } })),
    );
  });
  look.observe(document, { subtree: true, childList: true });
}
