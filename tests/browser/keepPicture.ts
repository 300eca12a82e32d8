import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";

const folder = path.resolve(import.meta.dirname, "../../test-results/pictures");

/** Says on the log what a page showed, and takes a picture of it: a log is all that is left of some runs. */
export async function tellPage(page: Page, name: string): Promise<void> {
  const words = await page.locator("body").ariaSnapshot({ timeout: 5_000 }).catch(String);
  process.stderr.write(`\n${name}, on ${page.url()}:\n${words}\n`);
  await takePicture(page, name);
}

/** Keeps a picture of the page for eyes, named after the test, where `PICTURES=1` asks for them. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["PICTURES"] === "1") await takePicture(page, name);
}

async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 120)}.png`);
  await page.screenshot({ path: file });
}
