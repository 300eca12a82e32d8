import { expect } from "vitest";
import { pressEscape } from "../../browser/closePopup.ts";
import { holdFiles } from "../../browser/holdFiles.ts";
import { test } from "../../browser/readingTest.ts";
import { openCompanies } from "../lists/companyPageObject.ts";

test.for([0, 30])(
  "a number typed at %i ms a key into a search that is not loaded yet, and Enter, open that record",
  async (delay, { page }) => {
    const letGo = await holdFiles(page, "MenuSearch", "Shortcuts");
    await page.goto("/order/orderList");
    // Not the first one: that may be among what was opened last.
    const row = page.getByRole("main").locator("tr[data-id]").nth(3);
    await row.waitFor();
    const number = (await row.getByRole("button").first().textContent()) ?? "";
    const id = await row.getAttribute("data-id");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(`${number.slice(0, 4)}n`, { delay });
    await page.keyboard.press("Backspace");
    await page.keyboard.type(number.slice(4), { delay });
    await page.keyboard.press("Enter");
    letGo();
    await page.waitForURL((url) => url.searchParams.get("detail") === id);
    await page.getByRole("dialog", { name: number }).waitFor();
    // `n` alone would have opened the form of a new order.
    expect(await page.getByRole("dialog").count()).toBe(1);
  },
);

test("what is typed before any of the console's code is there arrives in the search", async ({ page }) => {
  const letGo = await holdFiles(page, "console");
  await page.goto("/order/orderList");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("13800000004");
  letGo();
  await expect.poll(() => page.getByRole("dialog").getByRole("textbox").inputValue()).toBe("13800000004");
});

test("Escape closes a search that is still loading, and forgets what was typed", { tags: "full" }, async ({
  page,
}) => {
  const letGo = await holdFiles(page, "MenuSearch");
  const screen = await openCompanies(page);
  await screen.rows.first().waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("n");
  await pressEscape(page);
  letGo();
  await page.keyboard.press("j");
  await page.locator("tr:focus-within").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("what is typed while a form loads goes into its fields", { tags: "full" }, async ({ page }) => {
  const letGo = await holdFiles(page, "Shortcuts", "OpenForm");
  const screen = await openCompanies(page);
  await screen.rows.first().waitFor();
  await page.keyboard.type("nAerx");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("ial");
  await page.keyboard.press("Tab");
  await page.keyboard.type("jx");
  letGo();
  await expect.poll(() => screen.field("简称").inputValue()).toBe("jx");
  expect(await screen.field("企业名称").inputValue()).toBe("Aerial");
});

test("what was typed before a click is not for the form that it opens, what is typed after it is", {
  tags: "full",
}, async ({ page }) => {
  const letGo = await holdFiles(page, "Shortcuts", "OpenForm");
  const screen = await openCompanies(page);
  await screen.rows.first().waitFor();
  await page.keyboard.type("jx");
  await page.getByRole("toolbar").getByRole("button", { name: "新增" }).click();
  await page.keyboard.type("Aer");
  letGo();
  await expect.poll(() => screen.field("企业名称").inputValue()).toBe("Aer");
});

test("keys that act on a page wait for it and for its rows", { tags: "full" }, async ({ page }) => {
  const screen = await openCompanies(page);
  await screen.rows.first().waitFor();
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/wms/api/order/pageList", async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.type("gdjj");
  await page.waitForURL("**/order/orderList");
  letGo();
  const orders = page.getByRole("table", { name: "订单列表" }).locator("tr[data-id]");
  await page.locator("tr:focus-within").waitFor();
  expect(await page.locator("tr:focus-within").getAttribute("data-id")).toBe(
    await orders.nth(1).getAttribute("data-id"),
  );
  await page.keyboard.type("gz/ab");
  await expect.poll(() => screen.form.locator("input:focus").inputValue()).toBe("ab");
});
