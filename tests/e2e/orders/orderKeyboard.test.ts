/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { orderPageObject } from "./orderPageObject.ts";

/** Presses Tab until the control with this name or label has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const getFocusedLabel = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const labels = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels : null;
      return at?.getAttribute("aria-label") ?? labels?.[0]?.textContent?.replace(" *", "") ?? at?.textContent;
    });
  for (let stops = 0; stops < 60; stops += 1) {
    if ((await getFocusedLabel()) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab did not reach ${name}; the last focus was ${await getFocusedLabel()}`);
}

describe("an order by keyboard only", () => {
  test("is created, and cancelled with a reason", async ({ page }) => {
    const screen = orderPageObject(page);
    // A single option means that the search has finished.
    const chooseOption = async (name: string) => {
      const option = page.getByRole("option", { name, exact: true });
      await option.waitFor();
      await page.getByRole("option").nth(1).waitFor({ state: "detached" });
      const highlighted = page.locator("[role=option][data-combobox-selected]");
      while ((await highlighted.count()) === 0) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await option.waitFor({ state: "hidden" });
    };
    await screen.open();
    await screen.rows.first().waitFor();
    await tabTo(page, "新增");
    await page.keyboard.press("Enter");
    await screen.record.waitFor();
    await tabTo(page, "企业");
    await page.keyboard.type("宿州安拓");
    await chooseOption("宿州安拓无人机维修部");
    await tabTo(page, "商品");
    await page.keyboard.type("影像云存储基础包");
    await chooseOption("影像云存储基础包（¥765.00 / 12 个月）");
    await screen.record.getByText("已由服务器核算").waitFor();
    await tabTo(page, "数量");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("3");
    await screen.record.getByText("¥2,295.00").first().waitFor();
    await tabTo(page, "保存");
    await page.keyboard.press("Enter");
    await page.locator("tr[data-highlighted]").waitFor();
    const orderNo = await screen.getNewestOrderNo();

    await tabTo(page, `取消 ${orderNo}`);
    await page.keyboard.press("Enter");
    const cancel = page.getByRole("dialog", { name: `取消订单 ${orderNo}` });
    await cancel.waitFor();
    await tabTo(page, "取消原因");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "重复下单" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await tabTo(page, "取消订单");
    await page.keyboard.press("Enter");
    await screen.row(orderNo).getByText("已取消").waitFor();
    expect(
      await screen
        .row(orderNo)
        .getByRole("button", { name: /取消|登记回款/ })
        .count(),
    ).toBe(0);
  });
});
