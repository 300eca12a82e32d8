/** @module-tag full */

import { describe, expect } from "vitest";
import { visibleRowCount } from "../../../src/list/table/visibleRowCount.ts";
import { laptop } from "../../browser/laptop.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./companyPageObject.ts";

const density = { compact: "紧凑", normal: "适中", loose: "宽松" } as const;
const { width } = laptop.viewport;
/** A list with row actions, one with tabs and sums, and a read-only one. */
const companies = { tabs: false, sums: false };
const lists = [
  { name: "companies", at: "/account/accountList", ...companies },
  { name: "orders", at: "/order/orderList", tabs: true, sums: true },
  { name: "the audit trail", at: "/audit", tabs: false, sums: false },
];

describe("the first paint of a list", () => {
  test("has the visible rows, and the rest of the page follows", async ({ page }) => {
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        const rows = document.querySelectorAll("tbody tr[data-id]").length;
        if (rows === 0) return;
        observer.disconnect();
        const busy = document.querySelector("table")?.getAttribute("aria-busy");
        Object.assign(window, { firstPaint: { rows, busy } });
      });
      observer.observe(document, { subtree: true, childList: true });
    });
    const screen = companyPageObject(page);
    // Retries: on a busy machine the rows may miss the first paint, which waits for them only briefly.
    const readFirstPaint = async () => {
      await screen.open();
      await expect.poll(() => screen.rows.count()).toBe(50);
      return await page.evaluate("window.firstPaint");
    };
    const { height: windowPx } = laptop.viewport;
    const rows = visibleRowCount({ windowPx, density: "normal", ...companies });
    const expected = { rows, busy: "true" };
    await expect.poll(readFirstPaint, { message: "rows, and whether the table is busy" }).toEqual(expected);
  });

  describe.each(lists)("of $name", ({ at, ...layout }) => {
    test.override("account", "admin");

    test.for([768, 1080])(
      "fills the table with rows of any density in a window of %i px",
      async (windowPx, { page }) => {
        await page.setViewportSize({ width, height: windowPx });
        await page.goto(at);
        await page.getByRole("table").first().locator("tbody tr[data-id]").first().waitFor();
        for (const [name, label] of Object.entries(density)) {
          await page.getByRole("button", { name: "行高" }).click();
          await page.getByRole("menuitemradio", { name: label }).click();
          await page.locator(`section[data-density="${name}"]`).waitFor();
          const rows = visibleRowCount({ windowPx, density: name as keyof typeof density, ...layout });
          const measureFill = () =>
            page
              .getByRole("table")
              .first()
              .evaluate((table, count) => {
                const px = (part: string) => table.querySelector(part)?.getBoundingClientRect().height ?? 0;
                const maxHeight = table.parentElement ? getComputedStyle(table.parentElement).maxHeight : "";
                const free = Number.parseFloat(maxHeight) - 2 - px("thead");
                return {
                  underfill: px("tbody tr") * count - free,
                  overfill: px("tbody tr") * (0.8 * count - 2) - free,
                };
              }, rows);
          // The rows fill the table without many surplus ones.
          await expect.poll(async () => (await measureFill()).underfill).toBeGreaterThanOrEqual(0);
          expect((await measureFill()).overfill).toBeLessThan(0);
        }
      },
    );
  });
});
