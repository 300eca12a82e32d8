import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";

const folder = path.resolve(import.meta.dirname, "../../test-results/pictures");

/** Keeps a picture of the page for eyes, named after the test; answers with its place. */
export async function keepPicture(page: Page, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 120)}.png`);
  await page.screenshot({ path: file });
  return file;
}
