import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import * as z from "zod/mini";
import { median } from "./statistics.ts";

export interface SwitchFigures {
  /** From the click in the menu until the other list's rows are painted: its request is made then, its code is there. */
  readonly firstMs: number;
  /** The same of a list that was left before, until the rows it was left with are painted. */
  readonly againMs: number;
}

const runs = 5;

/** Another list, as the menu and its title name it. */
export interface OtherList {
  readonly group: string;
  readonly path: string;
  readonly title: string;
}

/** From 账号列表 to another list and back, by the menu, unthrottled as an operator has it. */
export async function listSwitch(
  browser: Browser,
  options: BrowserContextOptions,
  { group, path, title }: OtherList,
): Promise<SwitchFigures> {
  const first: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const context = await browser.newContext({ ...options, viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    await page.goto("/account/accountList");
    await page.locator("main tbody td button").first().waitFor();
    await page.getByRole("button", { name: group }).click();
    // The first list is looked at for a while, as by an operator; meanwhile the other pages' code comes.
    await page.waitForTimeout(5_000);
    first.push(await switched(page, path, title));
    await switched(page, "/account/accountList", "企业列表");
    again.push(await switched(page, path, title));
    await context.close();
  }
  return { firstMs: median(first), againMs: median(again) };
}

/** A hand that points at a link needs at least so long until it clicks, ms. */
const pointingMs = 150;

/** Points at the menu's link, clicks it, and waits for the rows of the table that the list then shows. */
async function switched(page: Page, path: string, table: string): Promise<number> {
  const link = page.locator(`nav[aria-label="主菜单"] a[href="${path}"]`);
  await link.hover();
  await page.waitForTimeout(pointingMs);
  await page.evaluate((name) => {
    const shown = () =>
      [...document.querySelectorAll("main h1")].some(
        (title) =>
          title.textContent === name &&
          title instanceof HTMLElement &&
          title.offsetParent !== null &&
          title.parentElement?.querySelector("tbody td button"),
      );
    const measure = ({ timeStamp: from }: MouseEvent) => {
      const look = () => {
        if (!shown()) requestAnimationFrame(look);
        else
          requestAnimationFrame(() =>
            setTimeout(() => Object.assign(window, { switchedMs: performance.now() - from })),
          );
      };
      look();
    };
    Object.assign(window, { switchedMs: null });
    window.addEventListener("click", measure, { capture: true, once: true });
  }, table);
  await link.click();
  const took = await page.waitForFunction(() => (window as { switchedMs?: number }).switchedMs);
  await page.waitForLoadState("networkidle");
  return z.number().parse(await took.jsonValue());
}
