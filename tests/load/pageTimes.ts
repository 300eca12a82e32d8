import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import * as z from "zod/mini";
import { median } from "./statistics.ts";

export interface PageFigures {
  /** Milliseconds from the start of the navigation until the mark stood in the document, median of the runs. */
  readonly readyMs: number;
  /** Total blocking time: what long tasks took beyond 50 ms each, from the first paint of content until all is quiet. */
  readonly blockedMs: number;
  /** Bytes on the wire until ready, all and scripts alone, with their headers left out. */
  readonly wireBytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
  /** Requests to any other host. */
  readonly foreign: number;
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
    foreign: Math.max(...visits.map((one) => one.foreign)),
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
  let foreign = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(address).host) foreign += 1;
  });
  page.on("requestfinished", (request) => {
    const script = request.resourceType() === "script";
    if (counting)
      sizes.push(request.sizes().then(({ responseBodySize }) => ({ bytes: responseBodySize, script })));
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => "readyAt" in window, null, { timeout: 60_000 });
  counting = false;
  await page.waitForFunction(() => "quietFigures" in window, null, { timeout: 60_000 });
  const { ready, blocked } = timesSchema.parse(await page.evaluate("window.quietFigures"));
  const sent = await Promise.all(sizes);
  await context.close();
  const bytes = (which: typeof sent) => which.reduce((sum, one) => sum + one.bytes, 0);
  return {
    readyMs: ready,
    blockedMs: blocked,
    wireBytes: bytes(sent),
    scriptBytes: bytes(sent.filter(({ script }) => script)),
    requests: sent.length,
    foreign,
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

/**
 * Runs in the page: notes when the mark first stands in the document, and once two seconds have gone by without a long
 * task, how long it was blocked after its first content was painted (https://web.dev/articles/tbt).
 */
function watchFor(mark: string): void {
  const tasks: { start: number; end: number }[] = [];
  let painted = Infinity;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tasks.push({ start: startTime, end: startTime + duration });
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") painted = startTime;
  }).observe({ type: "paint", buffered: true });

  const whenQuiet = (ready: number) => {
    const last = tasks.at(-1)?.end ?? ready;
    const rest = Math.max(last, ready) + 2_000 - performance.now();
    if (rest > 0) {
      setTimeout(whenQuiet, rest, ready);
      return;
    }
    const blocked = tasks.reduce(
      (sum, { start, end }) => sum + Math.max(0, end - Math.max(start, painted) - 50),
      0,
    );
    Object.assign(window, { quietFigures: { ready, blocked } });
  };
  const look = new MutationObserver(() => {
    if (!document.querySelector(mark)) return;
    look.disconnect();
    // After the frame is painted, and the task that made it has been counted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const readyAt = performance.now();
        Object.assign(window, { readyAt });
        whenQuiet(readyAt);
      }),
    );
  });
  look.observe(document, { subtree: true, childList: true });
}
