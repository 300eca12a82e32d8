import { expect } from "vitest";
import { findLayoutErrors } from "../browser/findLayoutErrors.ts";
import { test as base } from "../browser/signedInTest.ts";
import { menuPages } from "./menuPages.ts";

const widths = [1366, 390];
/** Latin words that are allowed: a key's name and the map's data source. */
const allowedEnglish = new Set(["Ctrl", "Natural", "Earth"]);

const test = base.extend("withFlights", { scope: "file" }, true);

test("every screen fits a desktop and a phone, in Chinese (R-037, R-293)", async ({ page }) => {
  const bar = page.getByRole("button", { name: "搜索菜单" }).locator("../..");
  for (const { path, title } of menuPages) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(path);
    await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
    if (path === "/page/page")
      await page.getByRole("listitem").filter({ hasText: "起飞 " }).first().waitFor();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 768 });
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
      const wide = width > 991 ? "visible" : "hidden";
      await page.getByRole("navigation", { name: "主菜单" }).waitFor({ state: wide });
      const layoutErrors = await findLayoutErrors(page, [bar]);
      expect({ path, width, layoutErrors }).toEqual({ path, width, layoutErrors: [] });
    }
    // Rows are data: models and codes may be Latin. Read in one step, since live rows change.
    const { all, rows } = await page.evaluate(() => ({
      all: document.body.innerText,
      rows: [...document.querySelectorAll<HTMLElement>("tbody, main li[data-id]")].map(
        (row) => row.innerText,
      ),
    }));
    const visibleText = `${await page.title()} ${rows.reduce((text, row) => text.replace(row, ""), all)}`;
    const english = (visibleText.match(/\b[A-Za-z][a-z]{2,}\b/g) ?? []).filter(
      (word) => !allowedEnglish.has(word),
    );
    expect({ path, english }).toEqual({ path, english: [] });
  }
});
