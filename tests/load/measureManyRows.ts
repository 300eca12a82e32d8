import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { median } from "./statistics.ts";

export interface RowRenderMetrics {
  /** Script time when all 200 rows change, ms. */
  readonly sortMs: number;
  /** Script time when the rows are unchanged, ms. */
  readonly refreshMs: number;
  /** Table components that render while twenty characters are typed into a filter. */
  readonly renderedByTyping: number;
}

declare global {
  interface Window {
    /** Renders of components in table bodies so far. */
    rowRenders: number;
  }
}

const rounds = 5;

/** Measures a list of 200 rows, unthrottled: the cost of rendering them, and whether typing a filter renders any. */
export async function measureManyRows(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<RowRenderMetrics> {
  const context = await browser.newContext({ ...options, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript(countRowRenders);
  await page.goto("/order/orderList?size=200");
  await page.locator("main tbody tr").nth(199).waitFor();
  await page.waitForLoadState("networkidle");
  const refresh = page.getByRole("button", { name: "刷新", exact: true }).first();
  const sort = page.getByRole("columnheader", { name: "应付" }).getByRole("button");
  const refreshMs = await measureScriptTime(page, refresh);
  const sortMs = await measureScriptTime(page, sort);
  const before = await page.evaluate(() => window.rowRenders);
  await page
    .getByRole("search")
    .getByRole("textbox")
    .first()
    .pressSequentially("二十个字的关键字条件写在这里共二十个字吧");
  const renderedByTyping = (await page.evaluate(() => window.rowRenders)) - before;
  if (before === 0) throw new Error("No row render was counted: the counter does not work");
  await context.close();
  return { refreshMs, sortMs, renderedByTyping };
}

/** Median script time after clicking a button that reloads the list, until quiet. */
async function measureScriptTime(page: Page, button: Locator): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const readScriptTime = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000;
  };
  // Locate the button once: locators run in the page and would be counted.
  await button.hover();
  const box = await button.boundingBox();
  if (!box) throw new Error("The button is not visible");
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await readScriptTime();
    const response = page.waitForResponse((candidate) => candidate.url().includes("/order/v3/pageList"));
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await response;
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(500);
    times.push((await readScriptTime()) - before);
  }
  await devtools.detach();
  return median(times);
}

/**
 * Runs in the page before React and uses its devtools hook, which is called at every commit: counts function
 * components in table bodies that rendered (flag 1, PerformedWork, in React's `ReactFiberFlags`).
 */
function countRowRenders(): void {
  interface Fiber {
    readonly flags: number;
    readonly type: unknown;
    readonly alternate: Fiber | null;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
  }
  window.rowRenders = 0;
  const visit = (first: Fiber | null, inside: boolean) => {
    for (let fiber = first; fiber; fiber = fiber.sibling) {
      // Skipped subtrees have identical children.
      if (fiber.alternate && fiber.child === fiber.alternate.child && (fiber.flags & 1) === 0) continue;
      if (inside && typeof fiber.type === "function" && (fiber.flags & 1) === 1) window.rowRenders += 1;
      visit(fiber.child, inside || fiber.type === "tbody");
    }
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_id: number, root: { readonly current: Fiber }) => visit(root.current, false),
    },
  });
}
