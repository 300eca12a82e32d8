import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject, openCompanies } from "./companyPageObject.ts";

/** Opens the same company in two tabs and saves in the second one first. */
async function createConflict(page: Page, otherPage: Page, name: string) {
  const [mine, theirs] = [companyPageObject(page), companyPageObject(otherPage)];
  await Promise.all([mine.openByName(name), theirs.openByName(name)]);
  for (const screen of [mine, theirs]) {
    await screen
      .row(name)
      .getByRole("button", { name: `编辑 ${name}` })
      .click();
    await screen.record.waitFor();
  }
  await theirs.fill({ 联系人: "对方改的", 详细地址: "对方的路1号" });
  await theirs.record.getByRole("button", { name: "保存" }).click();
  await theirs.record.waitFor({ state: "detached" });
  await mine.fill({ 联系人: "我改的", 备注: "我写的备注" });
  await mine.record.getByRole("button", { name: "保存" }).click();
  await mine.record.getByText("该记录已被他人修改").waitFor();
  const changes = mine.record.getByRole("table", { name: "双方的修改" });
  await changes.locator("tbody tr").first().waitFor();
  const cells = await changes
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent)),
    );
  return { mine, cells };
}

const waitForSave = (page: Page) => page.waitForResponse("**/wms/api/company/account/update");

describe("a company edited in two tabs", () => {
  test("shows the changes field by field and can retain the own ones", async ({ page, context }) => {
    const name = "沧州辰图航拍文化有限公司";
    const { mine, cells } = await createConflict(page, await context.newPage(), name);
    expect(cells).toContainEqual(["联系人", expect.any(String), "对方改的", "我改的"]);
    expect(cells).toContainEqual(["详细地址", expect.any(String), "对方的路1号", "未修改"]);
    const [answer] = await Promise.all([
      waitForSave(page),
      mine.record.getByRole("button", { name: "保留我的修改并保存" }).click(),
    ]);
    expect(await answer.json()).toMatchObject({ state: 0 });
    await mine.record.waitFor({ state: "detached" });
    const row = mine.row(name);
    await row.getByText("我改的").waitFor();
    await mine.openDetail(row);
    const detail = page.getByRole("dialog", { name });
    await detail.getByText("我写的备注").waitFor();
    // Fields changed only by the other tab retain that change.
    await detail.getByText("对方的路1号").waitFor();
  });

  test("can take the other tab's changes instead", { tags: "full" }, async ({ page, context }) => {
    const name = "梅州创颐环境监测有限公司";
    const { mine } = await createConflict(page, await context.newPage(), name);
    await mine.record.getByRole("button", { name: "采用对方的内容" }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll("input")].some((one) => one.value === "对方改的"),
    );
    await expect.poll(() => mine.field("联系人").inputValue()).toBe("对方改的");
    await expect.poll(() => mine.field("详细地址").inputValue()).toBe("对方的路1号");
  });
});

describe("a company", () => {
  test("is edited without leaving the page of the list, and its row is highlighted", {
    tags: "smoke",
  }, async ({ page }) => {
    const screen = await openCompanies(page, "size=10&page=2");
    const row = screen.rows.nth(3);
    const id = await row.getAttribute("data-id");
    await row.getByRole("button", { name: /^编辑/ }).click();
    await screen.fill({ 简称: "改过的简称" });
    const [request] = await Promise.all([
      page.waitForRequest("**/wms/api/company/account/update"),
      screen.record.getByRole("button", { name: "保存" }).click(),
    ]);
    // Phones are masked in the row, so unchanged fields are not sent.
    expect(request.postDataJSON()).toMatchObject({ id, shortName: "改过的简称" });
    expect(request.postDataJSON()).not.toHaveProperty("phone");
    await screen.record.waitFor({ state: "detached" });
    await screen.table.locator(`tr[data-id="${id}"][data-highlighted]`).waitFor();
    expect(new URL(page.url()).searchParams.get("page")).toBe("2");
  });

  test("clears fields, also a masked number, unless clearing was undone", { tags: "full" }, async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    const { record } = screen;
    await screen.open("size=10&page=3");
    const id = (await screen.rows.nth(2).getAttribute("data-id")) ?? "";
    const edit = async () => {
      await screen.table.locator(`tr[data-id="${id}"]`).getByRole("button", { name: /^编辑/ }).click();
      await record.waitFor();
    };
    /** Saves and waits for the reloaded rows: the next form is filled from its row. */
    const save = async () => {
      const [request] = await Promise.all([
        page.waitForRequest("**/wms/api/company/account/update"),
        page.waitForResponse("**/wms/api/company/pageList"),
        record.getByRole("button", { name: "保存" }).click(),
      ]);
      await record.waitFor({ state: "detached" });
      await screen.waitForIdle();
      return request.postDataJSON();
    };
    await edit();
    await screen.fill({ 备注: "不再需要", 紧急电话: "13700002222" });
    await save();

    await edit();
    // Required fields have no clear button.
    const clearButtons = record.getByRole("button", { name: /^清空/ });
    await expect.poll(() => clearButtons.allTextContents()).toEqual(["清空"]);
    await record.getByRole("button", { name: "清空紧急电话" }).click();
    await record.getByRole("button", { name: "不清空紧急电话" }).click();
    expect(await screen.field("紧急电话").getAttribute("placeholder")).toBe("137****2222，留空则不修改");
    await screen.fill({ 备注: "" });
    const saved = await save();
    expect(saved).toMatchObject({ remark: "" });
    expect(saved).not.toHaveProperty("emergencyPhone");

    await edit();
    expect(await screen.field("备注").inputValue()).toBe("");
    await record.getByRole("button", { name: "清空紧急电话" }).click();
    expect(await save()).toMatchObject({ emergencyPhone: "" });
    await edit();
    const getPlaceholder = () => screen.field("紧急电话").getAttribute("placeholder");
    await expect.poll(getPlaceholder).toBe("11 位手机号");
  });
});
