import { mkdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { Browser } from "playwright-core";
import { laptop } from "../../../browser/laptop.ts";
import { describePath } from "../../../model/paths.ts";
import { browserPaths } from "../browserPaths.ts";
import { deskOf } from "../deskOf.ts";
import type { Driver } from "../driver.ts";
import { replay, type Stop } from "../replay.ts";
import { scriptOf } from "./script.ts";

/** One path in the browser. */
export interface BrowserCase {
  readonly name: string;
  readonly stops: readonly Stop[];
  readonly rows: readonly string[];
  readonly failure: string | null;
  readonly ms: number;
}

export interface BrowserTrial {
  readonly driver: Driver;
  readonly cases: readonly BrowserCase[];
  /** By state: the picture's file, beside the report. */
  readonly pictures: ReadonlyMap<string, string>;
}

export interface BrowserTrialOptions {
  readonly base: string;
  readonly phone: string;
  /** Orders the paths: what one leaves behind on the server meets others the next time. */
  readonly seed: number;
  /** Only the path of that number. */
  readonly only: number | undefined;
  readonly folder: string;
}

/** Walks a machine's paths against a running console, with a picture of each state when it is first seen. */
export async function browserTrial(
  driver: Driver,
  browser: Browser,
  { base, phone, seed, only, folder }: BrowserTrialOptions,
): Promise<BrowserTrial> {
  const pictures = new Map<string, string>();
  const cases: BrowserCase[] = [];
  mkdirSync(path.join(folder, "pictures"), { recursive: true });
  const numbered = browserPaths(driver).map((one, number) => ({ one, number }));
  const [ordered = []] = fc.sample(
    fc.shuffledSubarray(numbered, { minLength: numbered.length, maxLength: numbered.length }),
    { seed, numRuns: 1 },
  );
  for (const { one, number } of ordered.filter(({ number: which }) => only === undefined || which === only)) {
    const from = performance.now();
    const stops: Stop[] = [];
    const context = await browser.newContext(laptop);
    context.setDefaultTimeout(30_000);
    const desk = deskOf(await context.newPage(), base, phone);
    let failure: string | null = null;
    try {
      await replay(driver, one, desk, async (stop) => {
        stops.push(stop);
        if (pictures.has(stop.state) || stop.words === "") return;
        const file = `pictures/${driver.machine}-${driver.title}-${pictures.size}.png`;
        pictures.set(stop.state, file);
        await desk.page.screenshot({ path: path.join(folder, file) });
      });
    } catch (fault) {
      failure = fault instanceof Error ? fault.message : String(fault);
    }
    await context.close();
    const { rows } = scriptOf(driver, one);
    cases.push({
      name: `${number}: ${describePath(one)}`,
      stops,
      rows,
      failure,
      ms: performance.now() - from,
    });
  }
  return { driver, cases, pictures };
}
