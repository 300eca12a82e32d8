import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";

const screenshotDir = path.resolve(import.meta.dirname, "../../test-results/pictures");

/** Logs a page's accessibility tree and takes a screenshot. Of some runs only the log is available. */
export async function logPage(page: Page, name: string): Promise<void> {
  const snapshot = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String);
  process.stderr.write(`\n${name}, on ${page.url()}:\n${snapshot}\n`);
  await takeScreenshot(page, name);
}

/** Saves a screenshot for manual review if `PICTURES=1` is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env["PICTURES"] === "1") await takeScreenshot(page, name);
}

async function takeScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshotDir, { recursive: true });
  const file = path.join(screenshotDir, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 120)}.png`);
  await page.screenshot({ path: file });
}
