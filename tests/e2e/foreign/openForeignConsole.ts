import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { laptop } from "../../browser/laptop.ts";
import { fillLogin } from "../../browser/signIn.ts";
import { startFileServer } from "../../foreign/fileServer.ts";
import { type ForeignPlatformOptions, startForeignPlatform } from "../../foreign/foreignPlatform.ts";

const dist = path.resolve(import.meta.dirname, "../../../dist");
/** What no page may say: of a failure, of a parser, of a number that is none. */
const faults =
  /加载失败|没有读到|没有统计出来|出错了|数据有误|网页不存在|NaN|Invalid Date|undefined|\[object|invalid_type|[{[]\s*"/;

/** Lines of the page that tell of a fault. */
export const findFaults = async (page: Page): Promise<readonly string[]> =>
  (await page.locator("body").innerText()).split("\n").filter((line) => faults.test(line));

/**
 * A console from a plain file server, signed in at a platform that was written from the specification alone.
 * @param more further keys of its `config.json`
 */
export async function openForeignConsole(
  browser: Browser,
  options: ForeignPlatformOptions = {},
  more: object = {},
) {
  const platform = await startForeignPlatform(options);
  const web = await startFileServer(dist, {
    api: new URL(platform.apiUrl).origin,
    device: platform.deviceUrl,
    hangar: platform.hangarUrl,
    proxy: platform.proxyUrl,
    socket: platform.socketUrl,
    ...more,
  });
  const context = await browser.newContext(laptop);
  const page = await context.newPage();
  await page.goto(web.url);
  await fillLogin(page, platform.account.phoneNumber, platform.account.password);
  return {
    platform,
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      await web.close();
      await platform.close();
    },
  };
}
