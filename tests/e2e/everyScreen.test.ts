import { expect } from "vitest";
import { test } from "../browser/consoleTest.ts";
import { layoutFaults } from "../browser/layoutFaults.ts";
import { pages } from "./pages.ts";

const widths = [1366, 390];

test("every screen stands at the width of a desk and of a phone (R-293)", async ({ page }) => {
  const bar = page.getByRole("button", { name: "搜索菜单" }).locator("../..");
  for (const { path, title } of pages) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(path);
    await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 768 });
      await page.getByRole("main").getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
      const wide = width > 991 ? "visible" : "hidden";
      await page.getByRole("navigation", { name: "主菜单" }).waitFor({ state: wide });
      const faults = await layoutFaults(page, [bar]);
      expect({ path, width, faults }).toEqual({ path, width, faults: [] });
    }
  }
});
