import { describe, expect } from "vitest";
import { screenful } from "../../../src/list/table/screenful.ts";
import { test } from "../../browser/consoleTest.ts";
import { laptop } from "../../browser/laptop.ts";
import { companyScreen } from "./companyScreen.ts";

const density = { compact: "紧凑", normal: "适中", loose: "宽松" } as const;
const { height: windowPx } = laptop.viewport;

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
    const screen = companyScreen(page);
    // On a busy machine the rows may be too late for the first picture, which waits for them only so long.
    const inFirst = async () => {
      await screen.open();
      await expect.poll(() => screen.rows.count()).toBe(20);
      return await page.evaluate("window.firstPicture");
    };
    const inView = { rows: screenful(windowPx, "normal"), busy: "true" };
    await expect
      .poll(inFirst, { message: "rows, and whether the table says that more come" })
      .toEqual(inView);
  });

  test.for(Object.entries(density))(
    "fills its place with rows that stand %s",
    async ([name, words], { page }) => {
      const screen = companyScreen(page);
      await screen.open();
      await screen.toolbar.getByRole("button", { name: "行高" }).click();
      await page.getByRole("menuitemradio", { name: words }).click();
      await page.locator(`section[data-density="${name}"]`).waitFor();
      const place = () =>
        screen.table.evaluate((table) => {
          const row = table.querySelector("tbody tr")?.getBoundingClientRect().height ?? 0;
          const head = table.querySelector("thead")?.getBoundingClientRect().height ?? 0;
          return { row, free: (table.parentElement?.clientHeight ?? 0) - head };
        });
      const rows = screenful(windowPx, name as keyof typeof density);
      await expect
        .poll(async () => (await place()).row * rows - (await place()).free)
        .toBeGreaterThanOrEqual(0);
    },
  );
});
