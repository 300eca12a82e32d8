import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import * as z from "zod/mini";
import { median } from "./statistics.ts";

export interface ListSwitchTimes {
  /** Milliseconds from the menu click until the other list's rows are painted, with its code preloaded. */
  readonly firstMs: number;
  /** The same for returning to a list, until its previous rows are painted. */
  readonly revisitMs: number;
}

const runs = 5;

/** Title of the other list in menu and page. */
export interface TargetList {
  readonly group: string;
  readonly path: string;
  readonly title: string;
}

/** Measures switching from 账号列表 to another list and back by the menu, unthrottled. */
export async function measureListSwitch(
  browser: Browser,
  options: BrowserContextOptions,
  { group, path, title }: TargetList,
): Promise<ListSwitchTimes> {
  const firstTimes: number[] = [];
  const revisitTimes: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ ...options, viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    await page.goto("/account/accountList");
    await page.locator("main tbody td button").first().waitFor();
    await page.getByRole("button", { name: group }).click();
    // Wait like an operator who reads the first list; meanwhile the code of other pages is preloaded.
    await page.waitForTimeout(5_000);
    firstTimes.push(await measureSwitch(page, path, title));
    await measureSwitch(page, "/account/accountList", "企业列表");
    revisitTimes.push(await measureSwitch(page, path, title));
    await context.close();
  }
  return { firstMs: median(firstTimes), revisitMs: median(revisitTimes) };
}

/** Minimum time between hovering over a link and clicking it, ms. */
const hoverMs = 150;

/** Hovers over the menu link, clicks it, and waits for the list's rows. */
async function measureSwitch(page: Page, path: string, table: string): Promise<number> {
  const link = page.locator(`nav[aria-label="主菜单"] a[href="${path}"]`);
  await link.hover();
  await page.waitForTimeout(hoverMs);
  await page.evaluate((name) => {
    const isShown = () =>
      [...document.querySelectorAll("main h1")].some(
        (title) =>
          title.textContent === name &&
          title instanceof HTMLElement &&
          title.offsetParent !== null &&
          title.parentElement?.querySelector("tbody td button"),
      );
    const measure = ({ timeStamp: from }: MouseEvent) => {
      const checkFrame = () => {
        if (!isShown()) requestAnimationFrame(checkFrame);
        else
          requestAnimationFrame(() =>
            setTimeout(() => Object.assign(window, { switchedMs: performance.now() - from })),
          );
      };
      checkFrame();
    };
    Object.assign(window, { switchedMs: null });
    window.addEventListener("click", measure, { capture: true, once: true });
  }, table);
  await link.click();
  const elapsed = await page.waitForFunction(() => (window as { switchedMs?: number }).switchedMs);
  await page.waitForLoadState("networkidle");
  return z.number().parse(await elapsed.jsonValue());
}
