import type { BrowserContext, Page } from "playwright-core";
import { seedFlights } from "../../demo/seed/flights/seedFlights.ts";
import { seedDemo } from "../../demo/seed/seedDemo.ts";
import { openDatabase } from "../../server/db/openDatabase.ts";
import { createStoredSession } from "../browser/createStoredSession.ts";
import { laptop } from "../browser/laptop.ts";
import { launchChromium } from "../browser/launchChromium.ts";
import { openContext } from "../browser/openContext.ts";
import { demoAccounts } from "../browser/signIn.ts";
import { startServer } from "../process/serverProcess.ts";
import type { BenchResult } from "./report.ts";
import { type LongFlight, seedLongTracks } from "./seedManyFlights.ts";
import { quantile } from "./statistics.ts";

const trackSeconds = 3 * 3_600;
const togetherCount = 16;
const seekKeys = ["End", "Home", ...Array.from({ length: 38 }, () => "ArrowRight")];
const liveMs = 10_000;

/** Measures 航迹回放 in the browser: long tracks until they can be played, seeks, and live beside it. */
export async function measurePlayback(dataDir: string): Promise<BenchResult[]> {
  const { db, close } = await openDatabase({ url: undefined, dataDir });
  let tracks: readonly LongFlight[];
  try {
    await seedDemo(db, new Date());
    await seedFlights(db, new Date());
    tracks = await seedLongTracks(db, togetherCount + 2, trackSeconds);
  } finally {
    await close();
  }
  const [warmUp, one, ...others] = tracks;
  if (!warmUp || !one) throw new Error("There are no tracks");
  await using server = await startServer({ dataDir, env: {} });
  const browser = await launchChromium();
  try {
    const stored = await createStoredSession(server.url, demoAccounts.duty);
    const context = await openContext(browser, server.url, { stored, screen: laptop.viewport });
    // Its code is in the browser's cache from then on; the tracks to measure were never read.
    await openPlayback(context, [warmUp]).then(({ page }) => page.close());
    const single = await openPlayback(context, [one]);
    const singleSeeks = await measureSeeks(single.page);
    await single.page.close();
    const together = await openPlayback(context, others);
    const togetherSeeks = await measureSeeks(together.page);
    const live = await openLive(context);
    const liveAlone = await measureFrames(live);
    await together.page.getByLabel("播放速度").selectOption("32");
    await together.page.keyboard.press("Home");
    await together.page.keyboard.press("l");
    await live.bringToFront();
    const liveBeside = await measureFrames(live);
    await server.stop();
    return [
      toOpenResult("track of 3 hours at 1 Hz, opened in the page", single.ms, 1_000),
      toOpenResult(`${togetherCount} such tracks, opened in the page`, together.ms, 4_000),
      toSeekResult("one track", singleSeeks),
      toSeekResult(`${togetherCount} tracks`, togetherSeeks),
      {
        label: "live, frames a second, beside 16 tracks that rest and that play at 32× in another tab",
        measured: `${liveAlone.toFixed(1)}, ${liveBeside.toFixed(1)}`,
        budget: "≥ 0.9 ×",
        isWithinBudget: liveBeside >= 0.9 * liveAlone,
      },
    ];
  } finally {
    await browser.close();
  }
}

const toOpenResult = (label: string, ms: number, budgetMs: number): BenchResult => ({
  label,
  measured: `${ms.toFixed(0)} ms`,
  budget: `≤ ${budgetMs / 1_000} s`,
  isWithinBudget: ms <= budgetMs,
});

const toSeekResult = (label: string, times: readonly number[]): BenchResult => {
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  return {
    label: `seek until it shows, ${label}`,
    measured: `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms`,
    budget: "p99 ≤ 250 ms",
    isWithinBudget: p99 <= 250,
  };
};

/** Opens flights from 历史任务; the time is until they are drawn and can be played. */
async function openPlayback(
  context: BrowserContext,
  tracks: readonly LongFlight[],
): Promise<{ readonly page: Page; readonly ms: number }> {
  const page = await context.newPage();
  const flights = tracks.map(({ taskId, flightId }) => `${taskId}-${flightId}`).join(",");
  await page.goto("/page/directive");
  await page.getByRole("row").nth(1).waitFor();
  const ms = await page.evaluate(async (address) => {
    const from = performance.now();
    history.pushState({}, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
    while (!document.querySelector("input[type=range][aria-label=播放进度]"))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - from;
  }, `/page/playback?flights=${flights}`);
  return { page, ms };
}

/** Times from a key until the slider has moved and a frame is drawn with it. */
const measureSeeks = (page: Page): Promise<number[]> =>
  page.evaluate(async (keys) => {
    const slider = document.querySelector<HTMLInputElement>("input[type=range][aria-label=播放进度]");
    if (!slider) throw new Error("There is no slider");
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (const key of keys) {
      const before = slider.value;
      const from = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      while (slider.value === before) {
        if (performance.now() - from > 5_000) throw new Error(`${key} moves nothing`);
        await nextFrame();
      }
      await nextFrame();
      times.push(performance.now() - from);
    }
    return times;
  }, seekKeys);

async function openLive(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/page/page");
  await page.getByText("实时 · 平滑显示").waitFor();
  await page.waitForTimeout(2_000);
  return page;
}

/** Animation frames a second. */
const measureFrames = (page: Page): Promise<number> =>
  page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const from = performance.now();
        let frames = 0;
        const count = () => {
          frames += 1;
          const spent = performance.now() - from;
          if (spent < ms) requestAnimationFrame(count);
          else resolve((frames * 1_000) / spent);
        };
        requestAnimationFrame(count);
      }),
    liveMs,
  );
