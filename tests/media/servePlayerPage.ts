import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { signStreamAddress } from "../../server/media/mediaAddresses.ts";
import { launchChromium } from "../browser/launchChromium.ts";
import { createTestPlatform, type TestPlatform } from "../helpers/testPlatform.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import type { PlayerReport } from "./harness/main.ts";

/** Of the demo's clips. */
const picturesPerSecond = 25;
/** A browser decodes so many pictures ahead of the one that it shows. */
const maxAhead = 8;

/** Serves the embedded edge and a page with the players, on real time; a new page for each test. */
export function servePlayerPage() {
  const folder = createTemporaryFolder("players");
  let ctx: TestPlatform;
  let browser: Browser;
  let page: Page;
  let origin = "";
  let clockTimer: NodeJS.Timeout;
  beforeAll(async () => {
    await build({
      root: fileURLToPath(new URL("./harness", import.meta.url)),
      configFile: false,
      logLevel: "error",
      build: { outDir: folder.path, emptyOutDir: true, target: "es2023" },
    });
    // The server serves the page, so that its security policy applies.
    ctx = await createTestPlatform({ consoleDir: folder.path });
    await ctx.app.listen({ host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${(ctx.app.server.address() as AddressInfo).port}`;
    let at = performance.now();
    clockTimer = setInterval(() => {
      const elapsed = Math.floor(performance.now() - at);
      at += elapsed;
      ctx.clock.advance(elapsed);
    }, 20);
    // Otherwise addresses of this machine are names that only a name service on the network resolves.
    browser = await launchChromium(["--disable-features=WebRtcHideLocalIpsWithMdns"]);
  });
  afterAll(async () => {
    clearInterval(clockTimer);
    await browser.close();
    await ctx.close();
    folder[Symbol.dispose]();
  });
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    await page.goto(origin);
    await page.waitForFunction(() => "readPlayer" in window);
  });
  afterEach(() => page.context().close());

  const sign = (taskId: string, file: "stream.flv" | "index.m3u8") =>
    signStreamAddress(ctx.platform.secretKey, `${taskId}-0`, file, ctx.clock.now()).url;
  const read = (): Promise<PlayerReport> => page.evaluate(() => window.readPlayer());

  /** Waits until the picture has moved for that long, and expects its pictures without an error. */
  async function expectMoving(seconds: number) {
    await expect.poll(async () => (await read()).frames).toBeGreaterThan(0);
    const before = await read();
    await expect.poll(async () => (await read()).time - before.time).toBeGreaterThan(seconds);
    const after = await read();
    const expected = picturesPerSecond * (after.time - before.time);
    const shown = after.frames - before.frames;
    // A busy machine leaves pictures out, and shows none twice.
    expect(shown).toBeGreaterThan(expected / 5);
    expect(shown).toBeLessThan(maxAhead + 1.2 * expected);
    expect(after.events.filter((event) => event.startsWith("error"))).toEqual([]);
    return after;
  }

  return {
    get ctx() {
      return ctx;
    },
    get page() {
      return page;
    },
    get origin() {
      return origin;
    },
    sign,
    read,
    expectMoving,
  };
}
