/** @module-tag full */

import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./openCompany.ts";

describe("a record's name in a list", () => {
  test("leads to the record by click and by keyboard, and leaves the row's own button as it is", async ({
    page,
  }) => {
    const company = companyPageObject(page);
    await page.goto("/order/orderList");
    const row = page.getByRole("table", { name: "订单列表" }).locator("tbody tr[data-id]").first();
    const link = row.getByRole("link");
    await link.waitFor();
    const name = (await link.textContent()) ?? "";
    await row.getByRole("button").first().click();
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).pathname).toBe("/order/orderList");
    await closePopup(page, page.getByRole("dialog"));

    await link.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => company.heading.textContent()).toBe(name);
    expect(new URL(page.url()).pathname).toMatch(/^\/company\/[1-9]\d*$/);
    await page.goBack();
    await link.waitFor();

    // As any link, Ctrl opens another tab of the browser.
    const opened = page.context().waitForEvent("page");
    await link.click({ modifiers: ["ControlOrMeta"] });
    await (await opened).close();
    expect(new URL(page.url()).pathname).toBe("/order/orderList");
  });

  test("is copied by the button beside it", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/order/invoice?status=issued");
    const row = page.getByRole("table", { name: "发票列表" }).locator("tbody tr[data-id]").first();
    const number = row.getByRole("link", { name: /^\d{20}$/ });
    const text = (await number.textContent()) ?? "";
    await row.getByRole("button", { name: `复制 ${text}` }).click();
    await page.getByText(`已复制 ${text}`).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    await number.click();
    await page.getByRole("dialog").waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?detail=/);
  });

  test("leads from an invoice to its order", async ({ page }) => {
    await page.goto("/order/invoice?status=issued");
    const row = page.getByRole("table", { name: "发票列表" }).locator("tbody tr[data-id]").first();
    const order = row.getByRole("link", { name: /^DD/ });
    const orderNo = (await order.textContent()) ?? "";
    await order.click();
    const orders = page.getByRole("table", { name: "订单列表" }).locator("tbody tr[data-id]");
    await orders.getByRole("button", { name: orderNo, exact: true }).waitFor();
    expect(await orders.count()).toBe(1);
  });
});
