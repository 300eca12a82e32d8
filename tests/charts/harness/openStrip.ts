import { fileURLToPath } from "node:url";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import type { BrowserContextOptions, Page } from "playwright-core";
import { build, preview } from "vite";
import type { StripFlight } from "../../../src/pages/history/strip/stripFlight.ts";
import { launchChromium } from "../../browser/launchChromium.ts";
import type { SceneFlight, StripScene } from "./Scene.tsx";

const root = fileURLToPath(new URL(".", import.meta.url));
const outDir = fileURLToPath(new URL(`../../../.cache/strip-harness-${process.pid}`, import.meta.url));

export interface StripHarness extends AsyncDisposable {
  /** Opens a page that shows the scene. */
  readonly open: (scene: StripScene, options?: BrowserContextOptions) => Promise<Page>;
}

/** Builds the strip as the console does, without the console around it, and serves it to a browser. */
export async function openStripHarness(): Promise<StripHarness> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
    build: { outDir, emptyOutDir: true, target: "es2023" },
  });
  const server = await preview({
    root,
    configFile: false,
    logLevel: "error",
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  const browser = await launchChromium();
  return {
    async open(scene, options = { viewport: { width: 1280, height: 800 } }) {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(server.resolvedUrls?.local[0] ?? "");
      await page.waitForFunction(() => "showStrip" in window);
      await page.evaluate((shown) => window.showStrip(shown), scene);
      await page.locator("canvas").first().waitFor();
      // It is there once the strip knows its width, by which places become times.
      await page.locator("[class*=cursor]").waitFor({ state: "attached" });
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await server.close();
    },
  };
}

const toNullable = (values: Float64Array) =>
  Array.from(values, (value) => (Number.isNaN(value) ? null : value));

/** A flight in the form that reaches a page. */
export const toSceneFlight = (flight: StripFlight): SceneFlight => ({
  ...flight,
  times: toNullable(flight.times),
  heightM: toNullable(flight.heightM),
  speedMs: toNullable(flight.speedMs),
  battery: toNullable(flight.battery),
});
