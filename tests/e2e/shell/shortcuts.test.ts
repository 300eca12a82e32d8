/** @module-tag full */

import { expect } from "vitest";
import { closePopup, pressEscape } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { openKeyHelp } from "../../browser/openKeyHelp.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { openCompanies } from "../lists/companyPageObject.ts";

const getPath = (url: string) => new URL(url).pathname;

test("single keys search, move between rows, select, add and go to other pages; they rest while one types", async ({
  page,
}) => {
  const screen = await openCompanies(page);
  await screen.rows.first().waitFor();
  const help = await openKeyHelp(page);
  await help.getByRole("row", { name: "订单列表" }).waitFor();
  await expectAccessible(page);
  await saveScreenshot(page, "keys");
  await page.keyboard.press("j");
  await closePopup(page, help);

  const focused = () => page.locator("tr:focus-within");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  expect(await focused().getAttribute("data-id")).toBe(await screen.rows.nth(1).getAttribute("data-id"));
  await page.keyboard.press("k");
  expect(await focused().getAttribute("data-id")).toBe(await screen.rows.nth(0).getAttribute("data-id"));
  await page.keyboard.press("x");
  await page
    .getByText(/^已选 1 条/)
    .first()
    .waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("gdn?/");
  expect(await screen.form.locator("input:focus").inputValue()).toBe("gdn?/");
  expect(getPath(page.url())).toBe("/account/accountList");
  await screen.form.locator("input:focus").fill("");
  await pressEscape(page);
  expect(await screen.form.locator("input:focus").count()).toBe(0);

  await page.keyboard.press("n");
  await screen.record.locator("input:focus").waitFor();
  await closePopup(page, screen.record);
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect.poll(() => getPath(page.url())).toBe("/order/orderList");
  // A picker is the first field here.
  await page.getByRole("toolbar").getByRole("button", { name: "新增", exact: true }).waitFor();
  await page.keyboard.press("n");
  const company = page.getByRole("dialog", { name: "新增订单" }).getByRole("combobox", { name: "企业" });
  await expect.poll(() => company.evaluate((input) => input === document.activeElement)).toBe(true);
});
