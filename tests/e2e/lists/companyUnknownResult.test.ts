/** @module-tag full */

import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./companyPageObject.ts";

const update = "**/wms/api/company/account/update";

/** Edits a company and saves within the second before a draft is saved. */
async function typeAndSave(page: Page, name: string) {
  const screen = companyPageObject(page);
  await screen.openByName(name);
  await screen
    .row(name)
    .getByRole("button", { name: `编辑 ${name}` })
    .click();
  await screen.fill({ 备注: "写在保存之前" });
  await screen.record.getByRole("button", { name: "保存" }).click();
  return screen;
}

const waitForDraftSave = (page: Page) =>
  page.waitForRequest(
    (request) => request.method() === "PUT" && request.url().includes("/x/me/draft.company."),
  );

describe("saving a company", () => {
  test("with an invalid response is an unknown result and reloads the list", async ({ page }) => {
    await page.route(update, (route) => route.fulfill({ json: { state: 0, message: "", data: {} } }));
    const calls = companyPageObject(page).countCalls();
    const screen = await typeAndSave(page, "天水智源植保服务有限公司");
    const unknownResult = page.getByRole("dialog", { name: "编辑企业" });
    await unknownResult.getByText("结果未知，请核对", { exact: true }).waitFor();
    await unknownResult.getByText("服务器的答复无法识别，可能已经保存，也可能没有。").waitFor();
    await expect.poll(calls).toBe(2);
    await page.unroute(update);
    const [request] = await Promise.all([
      page.waitForRequest(update),
      unknownResult.getByRole("button", { name: "重新提交" }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({ remark: "写在保存之前" });
    await screen.record.waitFor({ state: "detached" });
  });

  test("that is refused still saves the input as a draft", async ({ page }) => {
    await page.route(update, (route) =>
      route.fulfill({ json: { state: -1, message: "该企业正在处理中", data: null } }),
    );
    const draftSaved = waitForDraftSave(page);
    const screen = await typeAndSave(page, "周口星铭环境监测有限公司");
    await screen.record.getByText("该企业正在处理中").waitFor();
    expect((await draftSaved).postDataJSON()).toMatchObject({ value: { remark: "写在保存之前" } });
  });
});
