/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { saveScreenshot } from "../browser/saveScreenshot.ts";
import { test } from "../browser/signedInTest.ts";
import { companyPageObject } from "./lists/companyPageObject.ts";

const getToast = (page: Page) => page.locator(".mantine-Notification-root");

/** Texts of the titles and buttons of open dialogs that a toast lies over. */
async function findCovered(page: Page): Promise<readonly string[]> {
  const toast = await getToast(page).first().boundingBox();
  if (!toast) throw new Error("There is no toast");
  const controls = page.getByRole("dialog").locator("h2, button");
  const covered: string[] = [];
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    const isApart =
      !box ||
      box.x >= toast.x + toast.width ||
      box.x + box.width <= toast.x ||
      box.y >= toast.y + toast.height ||
      box.y + box.height <= toast.y;
    if (!isApart) covered.push((await control.getAttribute("aria-label")) ?? (await control.innerText()));
  }
  return covered;
}

describe.each([
  { width: 1366, height: 768, dark: false },
  { width: 390, height: 844, dark: false },
])("a toast at $width px", (size) => {
  test("covers neither title nor buttons of a dialog", async ({ openPageAs, consoleErrors }) => {
    consoleErrors.allow(/status of 500/);
    const page = await openPageAs("admin", size);
    const screen = companyPageObject(page);
    await page.route(/\/company\/(account\/update|freeze)/, (route) =>
      route.fulfill({ status: 500, json: { state: -1, message: "服务器内部错误", data: null } }),
    );
    await screen.open("status=normal");
    await screen.rows
      .first()
      .getByRole("button", { name: /^编辑 / })
      .click();
    await screen.field("联系人").fill("李工");
    await screen.record.getByRole("button", { name: "保存" }).click();
    await getToast(page).waitFor();
    expect(await findCovered(page)).toEqual([]);
    await saveScreenshot(page, `toast over a form ${size.width}`);
  });
});
