import { fileURLToPath } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { build, preview } from "vite";
import { launchChromium } from "../../browser/launchChromium.ts";
import type { SceneProps } from "./Scene.tsx";

const root = fileURLToPath(new URL(".", import.meta.url));
const checkout = fileURLToPath(new URL("../../../", import.meta.url));
/** Flags for WebGL without a GPU. */
const swiftShader = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

export interface Harness {
  readonly page: (options?: BrowserContextOptions) => Promise<Page>;
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Test files run in parallel: each process builds its own copy, once. */
const outDir = `${checkout}.cache/map-harness-${process.pid}`;
const viteConfig = { root, configFile: false, publicDir: `${checkout}public`, logLevel: "error" } as const;
let buildPromise: Promise<unknown> | null = null;
const buildOnce = () => {
  buildPromise ??= build({
    ...viteConfig,
    worker: { format: "es" },
    build: { outDir, emptyOutDir: true, target: "es2023" },
  });
  return buildPromise;
};

/**
 * Builds the map without the console around it and opens it in a browser.
 * @param webgl whether the browser supports WebGL
 */
export async function openHarness(webgl = false): Promise<Harness> {
  await buildOnce();
  const server = await preview({ ...viteConfig, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
  const origin = server.resolvedUrls?.local[0] ?? "";
  const browser = await launchChromium(webgl ? swiftShader : ["--disable-gpu", "--disable-3d-apis"]);
  return {
    origin,
    async page(options = { viewport: { width: 1280, height: 800 } }) {
      const page = await (await browser.newContext(options)).newPage();
      await page.goto(origin);
      await page.waitForFunction(() => "show" in window);
      return page;
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Shows a scene and waits until it is fully drawn. */
export async function showScene(page: Page, scene: SceneProps): Promise<void> {
  await page.evaluate((props) => window.show(props), scene);
  // Before the base map's code and its archive's header are loaded, the map would count as complete.
  await page.waitForFunction(() => {
    const layers = window.map?.getLayers().getArray() ?? [];
    const ground = layers.filter((layer) => layer.getZIndex() === 0);
    return ground.length > 0 && ground.every((layer) => layer.get("source")?.getState?.() !== "loading");
  });
  await waitForRender(page);
}

/** Waits until the map has nothing left to draw. */
export async function waitForRender(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.map?.once("rendercomplete", () => resolve());
        window.map?.render();
      }),
  );
}

/** Pushes a frame to the feed and waits for its snapshot. */
export async function pushFrame(page: Page, frame: Uint8Array): Promise<void> {
  await page.evaluate(
    (text) =>
      new Promise<void>((resolve) => {
        const unsubscribe = window.feed.onSnapshot(() => {
          unsubscribe();
          resolve();
        });
        window.feed.push(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
      }),
    Buffer.from(frame).toString("base64"),
  );
}

/** Waits two animation frames: the second one shows all earlier changes, however slow the machine is. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}
