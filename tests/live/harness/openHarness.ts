import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build, preview } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const checkout = fileURLToPath(new URL("../../../", import.meta.url));
const software = ["--no-sandbox", "--disable-quic", "--no-first-run"];
/** WebGL on a machine without a graphics card. */
const swiftShader = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

export interface Harness {
  readonly page: (options?: BrowserContextOptions) => Promise<Page>;
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/**
 * Builds the map alone, without the console around it, and opens it in a browser.
 * @param webgl whether the browser has WebGL at all
 */
export async function openHarness(webgl = false): Promise<Harness> {
  const outDir = `${checkout}.cache/map-harness`;
  const shared = { root, configFile: false, publicDir: `${checkout}public`, logLevel: "error" } as const;
  await build({
    ...shared,
    worker: { format: "es" },
    build: { outDir, emptyOutDir: true, target: "es2023" },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: "127.0.0.1" } });
  const origin = server.resolvedUrls?.local[0] ?? "";
  const browser: Browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: webgl ? [...software, ...swiftShader] : [...software, "--disable-gpu", "--disable-3d-apis"],
  });
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
