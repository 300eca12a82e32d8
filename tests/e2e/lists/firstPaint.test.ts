import { describe, expect } from "vitest";
import { visibleRowCount } from "../../../src/list/table/visibleRowCount.ts";
import { laptop } from "../../browser/laptop.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./companyPageObject.ts";

const density = { compact: "紧凑", normal: "适中", loose: "宽松" } as const;
const { width } = laptop.viewport;
/** A list whose rows have acts, one with tabs and sums, and one that is only read. */
const companies = { withActions: true, tabs: false, sums: false };
const lists = [
  { name: "companies", at: "/account/accountList", ...companies },
  { name: "orders", at: "/order/orderList", withActions: true, tabs: true, sums: true },
  { name: "the audit trail", at: "/audit", withActions: false, tabs: false, sums: false },
];

describe("the first picture of a list", () => {
  test("holds the rows in view, and all of the page come right after it", async ({ page }) => {
    await page.addInitScript(() => {
      const look = new MutationObserver(() => {
        const rows = document.querySelectorAll("tbody tr[data-id]").length;
        if (rows === 0) return;
        look.disconnect();
        const busy = document.querySelector("table")?.getAttribute("aria-busy");
        Object.assign(window, { firstPicture: { rows, busy } });
      });
      look.observe(document, { subtree: true, childList: true });
    });
    const screen = companyPageObject(page);
    // On a busy machine the rows may be too late for the first picture, which waits for them only so long.
    const inFirst = async () => {
      await screen.open();
      await expect.poll(() => screen.rows.count()).toBe(20);
      return await page.evaluate("window.firstPicture");
    };
    const { height: windowPx } = laptop.viewport;
    const rows = visibleRowCount({ windowPx, density: "normal", ...companies });
    const inView = { rows, busy: "true" };
    await expect
      .poll(inFirst, { message: "rows, and whether the table says that more come" })
      .toEqual(inView);
  });

  describe.each(lists)("of $name", ({ at, ...beside }) => {
    test.override("account", "admin");

    test.for([768, 1080])(
      "fills its place with rows of any height in a window of %i px",
      async (windowPx, { page }) => {
        await page.setViewportSize({ width, height: windowPx });
        await page.goto(at);
        await page.getByRole("table").first().locator("tbody tr[data-id]").first().waitFor();
        for (const [name, words] of Object.entries(density)) {
          await page.getByRole("button", { name: "行高" }).click();
          await page.getByRole("menuitemradio", { name: words }).click();
          await page.locator(`section[data-density="${name}"]`).waitFor();
          const rows = visibleRowCount({ windowPx, density: name as keyof typeof density, ...beside });
          const filled = () =>
            page
              .getByRole("table")
              .first()
              .evaluate((table, count) => {
                const px = (part: string) => table.querySelector(part)?.getBoundingClientRect().height ?? 0;
                const place = table.parentElement ? getComputedStyle(table.parentElement).maxHeight : "";
                const free = Number.parseFloat(place) - 2 - px("thead");
                return {
                  least: px("tbody tr") * count - free,
                  most: px("tbody tr") * (0.8 * count - 2) - free,
                };
              }, rows);
          // The place is filled, and not by many more than fit.
          await expect.poll(async () => (await filled()).least).toBeGreaterThanOrEqual(0);
          expect((await filled()).most).toBeLessThan(0);
        }
      },
    );
  });
});
