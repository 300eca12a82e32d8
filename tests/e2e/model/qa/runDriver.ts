import { mkdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { patienceMs } from "../../../../scripts/testing/patience.ts";
import { laptop } from "../../../browser/laptop.ts";
import { describePath } from "../../../model/findShortestPaths.ts";
import { findBrowserPaths } from "../browserPaths.ts";
import { createPathContext, type GivenAccount } from "../createPathContext.ts";
import type { Driver } from "../defineDriver.ts";
import { type ReplayStep, replayPath } from "../replayPath.ts";
import { toTestScript } from "./toTestScript.ts";

/** Result of one path. */
export interface BrowserCase {
  readonly name: string;
  readonly steps: readonly ReplayStep[];
  readonly rows: readonly string[];
  readonly failure: string | null;
  readonly ms: number;
}

export interface DriverResult {
  readonly driver: Driver;
  readonly cases: readonly BrowserCase[];
  /** Screenshot file by state, relative to the report. */
  readonly screenshots: ReadonlyMap<string, string>;
}

export interface DriverRunOptions {
  readonly base: string;
  /** Of the demo account that most drivers sign in with. */
  readonly phone: string;
  readonly account: GivenAccount | undefined;
  /** Shuffles the paths, which may affect each other through the server's data. */
  readonly seed: number;
  /** Run only the path with this number. */
  readonly onlyPath: number | undefined;
  readonly folder: string;
}

/** Replays a machine's paths against a running console, and takes a screenshot of each state when first seen. */
export async function runDriver(
  driver: Driver,
  browser: Browser,
  { base, phone, account, seed, onlyPath, folder }: DriverRunOptions,
): Promise<DriverResult> {
  const screenshots = new Map<string, string>();
  const cases: BrowserCase[] = [];
  mkdirSync(path.join(folder, "pictures"), { recursive: true });
  const numbered = findBrowserPaths(driver).map((walkPath, number) => ({ walkPath, number }));
  const [ordered = []] = fc.sample(
    fc.shuffledSubarray(numbered, { minLength: numbered.length, maxLength: numbered.length }),
    { seed, numRuns: 1 },
  );
  for (const { walkPath, number } of ordered.filter(
    ({ number: which }) => onlyPath === undefined || which === onlyPath,
  )) {
    const from = performance.now();
    const steps: ReplayStep[] = [];
    const context = await browser.newContext(laptop);
    context.setDefaultTimeout(patienceMs);
    const ctx = createPathContext(await context.newPage(), base, phone, account);
    let failure: string | null = null;
    try {
      await replayPath(driver, walkPath, ctx, async (step) => {
        steps.push(step);
        if (screenshots.has(step.state) || step.description === "") return;
        const file = `pictures/${driver.machine}-${driver.title}-${screenshots.size}.png`;
        screenshots.set(step.state, file);
        await ctx.page.screenshot({ path: path.join(folder, file) });
      });
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    await context.close();
    const { rows } = toTestScript(driver, walkPath);
    cases.push({
      name: `${number}: ${describePath(walkPath)}`,
      steps,
      rows,
      failure,
      ms: performance.now() - from,
    });
  }
  return { driver, cases, screenshots };
}
