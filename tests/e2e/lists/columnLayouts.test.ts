import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { test } from "../../browser/signedInTest.ts";

/** Opens the settings of the columns of orders, of all of them. */
async function openSettings(page: Page) {
  await page.goto("/order/orderList?size=50");
  await page.getByRole("button", { name: "列设置" }).click();
  return page.getByRole("dialog", { name: "列设置" });
}

test("columns are kept under a name, by keyboard, and a colleague takes them over", async ({
  page,
  openPageAs,
}) => {
  const payable = page.getByRole("columnheader", { name: "应付" });
  const settings = await openSettings(page);
  await settings.getByRole("checkbox", { name: "应付", exact: true }).uncheck();
  await expect.poll(() => payable.count()).toBe(0);
  await settings.getByRole("textbox", { name: "布局名称" }).fill("催款");
  await settings.getByRole("checkbox", { name: "同事也可以使用" }).check();
  await settings.getByRole("textbox", { name: "布局名称" }).press("Enter");
  const layout = settings.getByRole("button", { name: "催款", exact: true });
  await expect.poll(() => layout.getAttribute("aria-current")).toBe("true");
  await expectAccessible(page);
  await settings.getByRole("button", { name: "恢复默认" }).click();
  await payable.waitFor();
  await layout.press("Enter");
  await expect.poll(() => payable.count()).toBe(0);

  // Kept for oneself, shared again, deleted and brought back.
  const share = settings.getByRole("button", { name: "同事可用 催款" });
  for (const isShared of ["false", "true"]) {
    await share.click();
    await expect.poll(() => share.getAttribute("aria-pressed")).toBe(isShared);
  }
  await settings.getByRole("button", { name: "删除布局 催款" }).click();
  await layout.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "恢复", exact: true }).click();

  const colleague = await openPageAs("finance");
  const theirs = await openSettings(colleague);
  await theirs.getByRole("button", { name: /^催款/ }).click();
  await expect.poll(() => colleague.getByRole("columnheader", { name: "应付" }).count()).toBe(0);
  expect(await theirs.getByRole("button", { name: /删除布局/ }).count()).toBe(0);
});
