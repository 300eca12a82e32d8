import { expect } from "vitest";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";

test("a printed list has its title and all cells, and nothing that one clicks", { tags: "full" }, async ({
  page,
}) => {
  await page.goto("/order/orderList");
  const table = page.getByRole("table", { name: "订单列表" });
  await table.getByRole("row").nth(3).waitFor();
  const clickable = [
    page.getByRole("navigation", { name: "主菜单" }),
    page.getByRole("button", { name: "查询", exact: true }),
    page.getByRole("button", { name: "新增", exact: true }),
    table.getByRole("checkbox").first(),
  ];
  for (const one of clickable) expect(await one.isVisible()).toBe(true);

  await page.emulateMedia({ media: "print" });
  await saveScreenshot(page, "list-print");
  for (const one of clickable) expect(await one.isVisible()).toBe(false);
  expect((await page.getByRole("heading", { name: "订单列表" }).boundingBox())?.height).toBeGreaterThan(20);
  // The head and all 50 of the page, of which the screen draws those in view.
  await expect.poll(() => table.getByRole("row").count()).toBe(51);
  // No cell is cut off.
  const cut = await table.evaluate((grid) =>
    [...grid.querySelectorAll("td")]
      .filter((cell) => cell.offsetParent !== null && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.textContent),
  );
  expect(cut).toEqual([]);
});

test("a list printed from the dark screen is black on white, without the buttons that reveal phones", {
  tags: "full",
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/account/accountList");
  const row = page.getByRole("table", { name: "企业列表" }).getByRole("row").nth(2);
  const eye = row.getByRole("button", { name: /^查看完整号码/ }).first();
  await eye.waitFor();
  await page.evaluate(() => document.documentElement.setAttribute("data-mantine-color-scheme", "dark"));
  await row.hover();
  const getGround = () =>
    row
      .locator("td")
      .nth(1)
      .evaluate((cell) => getComputedStyle(cell).backgroundColor);
  expect(await getGround()).toBe("rgb(43, 43, 43)");
  await page.emulateMedia({ media: "print" });
  expect(await eye.isVisible()).toBe(false);
  expect(["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"]).toContain(await getGround());
});
