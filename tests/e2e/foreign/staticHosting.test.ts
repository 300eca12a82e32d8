/** @module-tag full */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { laptop } from "../../browser/laptop.ts";
import { launchChromium } from "../../browser/launchChromium.ts";
import { fillLogin } from "../../browser/signIn.ts";
import { startForeignPlatform } from "../../foreign/foreignPlatform.ts";
import { readRecipe } from "../../helpers/readRecipe.ts";
import { createTemporaryFolder } from "../../process/createTemporaryFolder.ts";
import { startNginx } from "../../process/nginxProcess.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");
const folder = createTemporaryFolder("static");
afterAll(() => folder[Symbol.dispose]());

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The build for another path, beside the one of all tests. */
function buildBelow(basePath: string): string {
  const output = path.join(folder.path, "dist");
  const env = { ...process.env, BASE_PATH: basePath, NODE_ENV: "production" };
  const args = ["node_modules/vite/bin/vite.js", "build", "--outDir", output, "--logLevel", "warn"];
  execFileSync(process.execPath, args, { cwd: checkout, env, stdio: "pipe" });
  return output;
}

test.each([
  { heading: "Static files", base: "/", getDist: () => path.join(checkout, "dist") },
  { heading: "Below a path", base: "/console/", getDist: () => buildBelow("/console/") },
])("nginx serves the built files at $base by its recipe", async ({ heading, base, getDist }) => {
  await using platform = { ...(await startForeignPlatform()), [Symbol.asyncDispose]: () => platform.close() };
  const { apiUrl, deviceUrl, hangarUrl, proxyUrl, socketUrl } = platform;
  const config = {
    api: new URL(apiUrl).origin,
    device: deviceUrl,
    hangar: hangarUrl,
    proxy: proxyUrl,
    socket: socketUrl,
  };
  writeFileSync(path.join(folder.path, "config.json"), JSON.stringify(config));
  const places = { "/opt/aerial-console/dist": getDist(), "/etc/aerial-console": folder.path };
  await using nginx = await startNginx(
    readRecipe("hosting.md", heading, "nginx"),
    places,
    `${base}config.json`,
  );
  const range = await nginx.send(`${base}map/china.pmtiles`, { headers: { range: "bytes=0-6" } });
  expect([range.status, range.text, range.headers["cache-control"]]).toEqual([206, "PMTiles", "no-cache"]);

  const context = await browser.newContext({ ...laptop, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`https://${nginx.host}${base}account/accountList`);
  const script = await page.locator(`script[src^="${base}assets/"]`).first().getAttribute("src");
  const asset = await nginx.send(script ?? "", { headers: { "accept-encoding": "gzip" } });
  expect([asset.status, asset.headers["content-encoding"], asset.headers["cache-control"]]).toEqual([
    200,
    "gzip",
    "public, max-age=31536000, immutable",
  ]);
  await fillLogin(page, platform.account.phoneNumber, platform.account.password);
  await page.getByText("公司0").first().waitFor();
  await page.reload();
  await page.getByText("公司0").first().waitFor();
  expect(page.url()).toBe(`https://${nginx.host}${base}account/accountList`);
  await context.close();
});
