import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import * as z from "zod/mini";
import { median } from "./statistics.ts";

export interface PageMetrics {
  /** Milliseconds from navigation start until the mark is in the document, median. */
  readonly readyMs: number;
  /** Total blocking time: long tasks beyond 50 ms each, from first contentful paint until quiet, ms. */
  readonly blockedMs: number;
  /** Transferred bytes until ready without headers, in total and scripts only. */
  readonly wireBytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
  /** Requests to other hosts. */
  readonly foreignRequests: number;
}

const timesSchema = z.object({ ready: z.number(), blocked: z.number() });
const runs = 7;

interface MeasuredPage {
  readonly address: string;
  /** A selector of what makes the page ready. */
  readonly mark: string;
  readonly options?: BrowserContextOptions;
}

/**
 * Measures first visits with an empty cache, 4× CPU throttling, 10 Mbit/s and 40 ms latency. The pages take turns, so
 * that a machine whose speed changes changes all of them.
 */
export async function measurePageLoads<K extends string>(
  browser: Browser,
  pages: Readonly<Record<K, MeasuredPage>>,
): Promise<Record<K, PageMetrics>> {
  // The cast is safe: the same names.
  const names = Object.keys(pages) as K[];
  const visits = names.map((): PageMetrics[] => []);
  for (let run = 0; run < runs; run += 1)
    for (const [place, name] of names.entries()) {
      const { address, mark, options = {} } = pages[name];
      visits[place]?.push(await measureVisit(browser, address, mark, options));
    }
  // The cast is safe: the same names.
  return Object.fromEntries(names.map((name, place) => [name, summarize(visits[place] ?? [])])) as Record<
    K,
    PageMetrics
  >;
}

function summarize(visits: readonly PageMetrics[]): PageMetrics {
  const getMedian = (select: (figures: PageMetrics) => number) => median(visits.map(select));
  return {
    readyMs: getMedian((visitMetrics) => visitMetrics.readyMs),
    blockedMs: getMedian((visitMetrics) => visitMetrics.blockedMs),
    wireBytes: getMedian((visitMetrics) => visitMetrics.wireBytes),
    scriptBytes: getMedian((visitMetrics) => visitMetrics.scriptBytes),
    requests: getMedian((visitMetrics) => visitMetrics.requests),
    foreignRequests: Math.max(...visits.map((visitMetrics) => visitMetrics.foreignRequests)),
  };
}

async function measureVisit(
  browser: Browser,
  address: string,
  mark: string,
  options: BrowserContextOptions,
): Promise<PageMetrics> {
  const context = await browser.newContext({ ...options, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await throttlePage(page);
  await page.addInitScript(watchPageLoad, mark);
  const sizes: Promise<{ bytes: number; script: boolean }>[] = [];
  let isCounting = true;
  let foreignRequests = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).host !== new URL(address).host) foreignRequests += 1;
  });
  page.on("requestfinished", (request) => {
    const script = request.resourceType() === "script";
    if (isCounting)
      sizes.push(request.sizes().then(({ responseBodySize }) => ({ bytes: responseBodySize, script })));
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.waitForFunction(() => "readyAt" in window, null, { timeout: 60_000 });
  isCounting = false;
  await page.waitForFunction(() => "quietFigures" in window, null, { timeout: 60_000 });
  const { ready, blocked } = timesSchema.parse(await page.evaluate("window.quietFigures"));
  const sent = await Promise.all(sizes);
  await context.close();
  const bytes = (selected: typeof sent) => selected.reduce((sum, one) => sum + one.bytes, 0);
  return {
    readyMs: ready,
    blockedMs: blocked,
    wireBytes: bytes(sent),
    scriptBytes: bytes(sent.filter(({ script }) => script)),
    requests: sent.length,
    foreignRequests,
  };
}

async function throttlePage(page: Page): Promise<void> {
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
 * Runs in the page: records when the mark first appears and, after two seconds without a long task, the total blocking
 * time after the first contentful paint (https://web.dev/articles/tbt).
 */
function watchPageLoad(mark: string): void {
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

  const reportWhenQuiet = (ready: number) => {
    const last = tasks.at(-1)?.end ?? ready;
    const rest = Math.max(last, ready) + 2_000 - performance.now();
    if (rest > 0) {
      setTimeout(reportWhenQuiet, rest, ready);
      return;
    }
    const blocked = tasks.reduce(
      (sum, { start, end }) => sum + Math.max(0, end - Math.max(start, painted) - 50),
      0,
    );
    Object.assign(window, { quietFigures: { ready, blocked } });
  };
  const observer = new MutationObserver(() => {
    if (!document.querySelector(mark)) return;
    observer.disconnect();
    // Wait until the frame is painted and its long task is recorded.
    requestAnimationFrame(() =>
      setTimeout(() => {
        const readyAt = performance.now();
        Object.assign(window, { readyAt });
        reportWhenQuiet(readyAt);
      }),
    );
  });
  observer.observe(document, { subtree: true, childList: true });
}
