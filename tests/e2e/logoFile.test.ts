/** @module-tag full */

import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { test } from "../browser/signedInTest.ts";
import { openCompanies } from "./lists/companyPageObject.ts";

/** Opens the logo dialog of the first company in the list. */
async function openLogo(page: Page): Promise<Locator> {
  const screen = await openCompanies(page);
  const name = await screen.rows.first().locator("td").nth(1).innerText();
  await screen.runRowAction(name, "Logo");
  return page.getByRole("dialog", { name: `${name} 的 Logo` });
}

async function chooseFile(page: Page, dialog: Locator, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: /选择/ }).click(),
  ]);
  await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer });
}

const createPng = (background: string) =>
  sharp({ create: { width: 800, height: 400, channels: 3, background } })
    .png()
    .toBuffer();

describe("a logo file", () => {
  test("that is no image despite its name is rejected before the upload", async ({ page }) => {
    const dialog = await openLogo(page);
    await chooseFile(page, dialog, Buffer.from("not a picture"));
    await dialog.getByText("无法读取该图片，请换一张").waitFor();
    expect(await dialog.getByRole("button", { name: "上传并预览" }).count()).toBe(0);
  });

  test("chosen after a submit without a response gets a new request id", async ({ page, consoleErrors }) => {
    consoleErrors.allow(/ERR_FAILED/);
    const requestIds: string[] = [];
    await page.route("**/wms/api/logo/submit/**", (route) => {
      requestIds.push(String(route.request().postDataJSON().requestId));
      return requestIds.length === 1 ? route.abort() : route.continue();
    });
    const dialog = await openLogo(page);
    for (const color of ["#1677ff", "#13c2c2"]) {
      await chooseFile(page, dialog, await createPng(color));
      await dialog.getByRole("button", { name: "上传并预览" }).click();
      await dialog.getByRole("img", { name: "页头预览" }).waitFor();
      await dialog.getByRole("button", { name: "提交" }).click();
      if (color === "#1677ff") await dialog.getByRole("alert").waitFor();
    }
    await page.getByText(/^已提交 .+ 的 Logo$/).waitFor();
    expect(new Set(requestIds).size).toBe(2);
  });
});
