import { describe, expect } from "vitest";
import { test as base } from "../../browser/signedInTest.ts";
import { translatePage } from "../../browser/translatePage.ts";
import { openList } from "../lists/listPageObject.ts";

const test = base.extend("withFlights", { scope: "file" }, true);
const companies = { path: "/account/accountList", noun: "企业", call: "/company/pageList" };

describe("a page that a translator has moved the texts of", () => {
  test("asked not to be translated, and counts the selected rows all the same", { tags: "full" }, async ({
    page,
  }) => {
    const { rows, toolbar, pager, navigate } = await openList(page, companies);
    expect(await page.locator("html").getAttribute("translate")).toBe("no");
    await rows.nth(0).getByRole("checkbox").check();
    await toolbar.getByText("已选 1 条").waitFor();
    await translatePage(page);
    for (const row of [1, 2]) await rows.nth(row).getByRole("checkbox").check();
    await page.getByText("已选 3 条", { exact: true }).waitFor();
    const total = await pager.textContent();
    await navigate("level=A");
    await expect.poll(() => pager.textContent()).not.toBe(total);
  });

  describe("with flights", () => {
    test.override("account", "duty");
    test("shows the batteries of now in the list of tasks", async ({ page }) => {
      await page.goto("/page/page");
      const flights = page
        .getByRole("region", { name: "任务列表" })
        .getByRole("listitem")
        .filter({ hasText: "电量" });
      await flights.first().waitFor();
      await translatePage(page);
      const readBatteries = async () =>
        (await flights.allTextContents()).map((text) => /电量 \d+%/.exec(text)?.[0] ?? "");
      const before = await readBatteries();
      expect(before.length).toBeGreaterThan(0);
      await expect.poll(readBatteries).not.toEqual(before);
    });
  });
});
