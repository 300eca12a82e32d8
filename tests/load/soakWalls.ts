import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import * as z from "zod/mini";
import { launchChromium } from "../browser/launchChromium.ts";
import { demoAccounts } from "../browser/signIn.ts";
import { type FlakyProxy, startFlakyProxy } from "../live/harness/flakyProxy.ts";
import { loginClient } from "../process/apiClient.ts";
import { reservePort } from "../process/reservePort.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import {
  describe,
  getHeapGrowth,
  getNodesAdded,
  getOwnGrowth,
  type Measured,
  measurePages,
} from "./measureScreens.ts";
import { watchWall } from "./watchWall.ts";

/** Each fault is over so long after the server is ready again. */
export const recoveryLimitMs = 15_000;
/** Share that the heap of a page may grow by. */
export const heapGrowthLimit = 0.05;
/** Lists of drones and alarms differ in length; a leak would add one with each of the faults. */
export const nodesAddedLimit = 50;

/** Both screens lose their sockets at once. */
const cutsPerRound = 10;
const freezeMs = 20_000;
const restartSignals = ["SIGTERM", "SIGKILL", "SIGTERM"] as const;
type RestartSignal = (typeof restartSignals)[number];
const clockJumpsMs = [86_400_000, -86_400_000] as const;
/** With the first round of faults after it, until caches are full and the tour has been to its stops. */
const warmUpMs = 15_000;
/** Drawing by WebGL without a graphics card takes long. */
const viewport = { width: 1280, height: 720 };
/** WebGL without a graphics card. */
const browserArgs = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

export interface SoakResult {
  readonly faults: readonly { readonly name: string; readonly ms: number }[];
  /** What a screen may never show, in words. */
  readonly violations: readonly string[];
  readonly layersAdded: number;
  /** Nodes or listeners of one page, whichever grew most. */
  readonly nodesAdded: number;
  /**
   * What the page that grew most holds more after all rounds than before, but code and elements of arrays, as a share of
   * its whole heap.
   */
  readonly ownGrowth: number;
  /** Of the page whose whole heap grew most over all rounds, as a share; null for a few rounds. */
  readonly heapGrowth: number | null;
  /** Pages that were loaded again: each fault heals without. */
  readonly reloads: number;
}

interface SoakOptions {
  /** With demo data. */
  readonly dataDir: string;
  /** Rounds of all faults begin until then; one at least. */
  readonly minutes: number;
  readonly log: (line: string) => void;
}

const savedScreen = z.object({ secret: z.string() });

/** Puts two screens, a map and the figures, through faults in real time, again and again. */
export async function soakWalls({ dataDir, minutes, log }: SoakOptions): Promise<SoakResult> {
  const port = await reservePort();
  const start = () => startServer({ dataDir, port });
  let server = await start();
  const proxy = await startFlakyProxy(port, "GET /wall/ws");
  const browser = await launchChromium(browserArgs);
  const context = await browser.newContext({ viewport });
  const violations: string[] = [];
  await context.exposeBinding("reportViolation", (_source, what: string) => violations.push(what));
  await context.addInitScript(watchWall);
  try {
    const { map, figures, loads } = await openScreens(context, server, proxy.origin, log);
    const pages = [map, figures];
    await wait(warmUpMs);
    const rounds: Measured[] = [];
    const faults: { name: string; ms: number }[] = [];
    const record = (name: string, ms: number) => {
      faults.push({ name, ms });
      log(`${name}: recovered in ${(ms / 1_000).toFixed(1)} s`);
    };
    const passRound = async (cuts: number, signals: readonly RestartSignal[]) => {
      for (let cut = 1; cut <= cuts; cut++) {
        const seen = await readAll(pages);
        cutSockets(proxy);
        const recovered = awaitRecovery(pages, seen, performance.now());
        if (cut % 2 === 0) record(`WebGL context ${cut / 2} lost`, await loseContext(map));
        record(`sockets ${cut} cut`, await recovered);
      }
      for (const signal of signals) {
        const seen = await readAll(pages);
        await server.stop(signal);
        server = await start();
        record(`server restarted after ${signal}`, await awaitRecovery(pages, seen, performance.now()));
      }
      const seen = await readAll([map]);
      await freezeTab(context, map);
      record("tab frozen", await awaitRecovery([map], seen, performance.now()));
      for (const jumpMs of clockJumpsMs) {
        const from = performance.now();
        const received = await readAll(pages);
        for (const page of pages)
          await page.evaluate((ms) => {
            window.dateOffsetMs += ms;
          }, jumpMs);
        record(`clock jumped ${jumpMs / 1_000} s`, await awaitRecovery(pages, received, from));
      }
    };
    // Before anything is measured: what a fault needs for the first time stays in memory.
    await passRound(2, ["SIGTERM"]);
    const before = await measurePages(context, pages);
    const endAt = performance.now() + minutes * 60_000;
    do {
      await passRound(cutsPerRound, restartSignals);
      const now = await measurePages(context, pages);
      rounds.push(now);
      log(`layers +${now.layers - before.layers}, ${describe(before, now)}`);
    } while (performance.now() < endAt);
    const after = rounds.at(-1) ?? before;
    return {
      faults,
      violations,
      layersAdded: after.layers - before.layers,
      nodesAdded: getNodesAdded(before, after),
      ownGrowth: getOwnGrowth(before, after),
      heapGrowth: getHeapGrowth(rounds),
      reloads: loads() - pages.length,
    };
  } finally {
    await browser.close();
    await proxy.close();
    await server.stop();
  }
}

function cutSockets({ disconnect, restore }: FlakyProxy): void {
  disconnect();
  restore();
}

/** Makes a screen and shows it twice, as two pages of one browser. */
async function openScreens(
  context: BrowserContext,
  server: ServerProcess,
  origin: string,
  log: SoakOptions["log"],
) {
  const maintainer = await loginClient(server.url, demoAccounts.maintainer);
  const screen = { requestId: `soak-${Date.now()}`, name: `耐久 ${Date.now()}`, layout: "map" };
  const { secret } = savedScreen.parse((await maintainer.call("POST", "/x/screen/save", screen)).data);
  let loads = 0;
  const open = async (path: string) => {
    const page = await context.newPage();
    page.on("domcontentloaded", () => {
      loads += 1;
      log(`${path} loaded`);
    });
    await page.goto(`${origin}${path}#${secret}`);
    await page.locator("main[data-received-at]:not([data-old])").waitFor({ timeout: 60_000 });
    return page;
  };
  // The software painter would be chosen without a graphics card.
  const map = await open("/wall/map?painter=webgl");
  return { map, figures: await open("/wall/overview"), loads: () => loads };
}

interface Look {
  readonly receivedAt: number;
  readonly isOld: boolean;
}

/** Null while a page loads. */
const look = (page: Page): Promise<Look | null> =>
  page
    .evaluate(() => {
      const main = document.querySelector("main");
      return main
        ? { receivedAt: Number(main.dataset["receivedAt"]), isOld: main.hasAttribute("data-old") }
        : null;
    })
    .catch(() => null);

const readAll = (pages: readonly Page[]) => Promise.all(pages.map(look));

/** Waits until every page has newer data than it had, and looks like it. Resolves with the time since `from`, ms. */
async function awaitRecovery(
  pages: readonly Page[],
  before: readonly (Look | null)[],
  from: number,
): Promise<number> {
  // What was on its way when the fault came.
  await wait(500);
  const sent = await readAll(pages);
  const limitMs = 8 * recoveryLimitMs;
  while (performance.now() - from < limitMs) {
    const now = await readAll(pages);
    const isBack = now.every((one, place) => {
      const last = Math.max(before[place]?.receivedAt || 0, sent[place]?.receivedAt || 0);
      return one !== null && !one.isOld && one.receivedAt > last;
    });
    if (isBack) return performance.now() - from;
    await wait(100);
  }
  return limitMs;
}

/** Takes the map's context away and gives it back. Resolves with the time until it is painted with another, ms. */
async function loseContext(page: Page): Promise<number> {
  const from = performance.now();
  const lost = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas=marks]");
    const extension = canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context");
    extension?.loseContext();
    return { canvas, extension };
  });
  await wait(1_000);
  await lost.evaluate(({ extension }) => extension?.restoreContext());
  await page.waitForFunction((old) => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas=marks]");
    return canvas !== old.canvas && canvas?.getContext("webgl2")?.isContextLost() === false;
  }, lost);
  await lost.dispose();
  return performance.now() - from;
}

/** Freezes the page as a browser does to save power. */
async function freezeTab(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await wait(freezeMs);
  await session.send("Page.setWebLifecycleState", { state: "active" });
  await session.detach();
}
