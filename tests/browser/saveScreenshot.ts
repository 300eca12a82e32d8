import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "playwright-core";

const results = path.resolve(import.meta.dirname, "../../test-results");

/** Saves a page's picture and accessibility tree. */
export async function savePage(page: Page, name: string): Promise<void> {
  const snapshot = await page.locator("body").ariaSnapshot().catch(String);
  writeFileSync(getResultFile("pictures", name, "txt"), `${page.url()}\n${snapshot}\n`);
  await takeScreenshot(page, name);
}

/** Saves the recording of a traced context; `npx playwright show-trace FILE` shows it. */
export async function saveTrace(context: BrowserContext, name: string): Promise<void> {
  await context.tracing.stop({ path: getResultFile("traces", name, "zip") });
}

/** Saves a screenshot for manual review if `PICTURES=1` is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (process.env["PICTURES"] === "1") await takeScreenshot(page, name);
}

const takeScreenshot = (page: Page, name: string) =>
  page.screenshot({ path: getResultFile("pictures", name, "png") });

function getResultFile(folder: string, name: string, extension: string): string {
  mkdirSync(path.join(results, folder), { recursive: true });
  return path.join(results, folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 120)}.${extension}`);
}
