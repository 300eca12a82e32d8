import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../browser/signedInTest.ts";

/** 账号列表 in its tag, a new company begun in it, and another page in front of it. */
async function leaveUnsavedForm(page: Page): Promise<void> {
  await page.goto("/account/userList");
  await page.getByRole("link", { name: "账号列表" }).first().click();
  await page.getByRole("cell").first().waitFor();
  await page.getByRole("button", { name: "新增" }).click();
  await getCompanyName(page).fill("写了一半的公司");
  await page.goBack();
  await page.getByRole("heading", { name: "用户列表" }).waitFor();
}

const getCompanyName = (page: Page) => page.getByRole("textbox", { name: "企业名称" });
const getUnsavedDialog = (page: Page) => page.getByRole("dialog", { name: "有未保存的内容" });
const getTags = (page: Page) => page.getByRole("navigation", { name: "已打开的页面" });

async function expectFormUnchanged(page: Page): Promise<void> {
  await getTags(page).getByRole("link", { name: "账号列表" }).click();
  expect(await getCompanyName(page).inputValue()).toBe("写了一半的公司");
}

describe("a page with a form begun, behind another", () => {
  test("is not closed with its tag before one was asked", async ({ page }) => {
    await leaveUnsavedForm(page);
    await page.getByRole("button", { name: "关闭账号列表" }).click();
    await getUnsavedDialog(page).getByText("「账号列表」中有尚未保存的内容").waitFor();
    await getUnsavedDialog(page).getByRole("button", { name: "返回编辑" }).click();
    await expectFormUnchanged(page);
    await page.goBack();
    await page.getByRole("button", { name: "关闭账号列表" }).click();
    await getUnsavedDialog(page).getByRole("button", { name: "放弃并继续" }).click();
    await getTags(page).getByRole("link", { name: "账号列表" }).waitFor({ state: "detached" });
  });

  // the form begun is there again
  test("is not refreshed before one was asked", async ({ page }) => {
    await leaveUnsavedForm(page);
    await getTags(page).getByRole("link", { name: "账号列表" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "刷新" }).click();
    await getUnsavedDialog(page).getByRole("button", { name: "返回编辑" }).click();
    await expectFormUnchanged(page);
  });

  test("has the browser ask before the document is reloaded", async ({ page }) => {
    await leaveUnsavedForm(page);
    const dialogEvent = page.waitForEvent("dialog");
    const reloaded = page.reload();
    const dialog = await dialogEvent;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
  });
});

describe("logging out with a form begun", () => {
  // A session of its own, as it ends.
  test.override("account", "admin");

  test("asks before the session ends, and keeps no draft while it does", async ({ page, context }) => {
    const keptDrafts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT" && request.url().includes("/x/me/draft."))
        keptDrafts.push(request.url());
    });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/vue-element-admin/user/logout", async (route) => {
      await released;
      await route.continue();
    });
    await context.clock.install();
    await leaveUnsavedForm(page);
    const logOut = async () => {
      await page.getByRole("button", { name: /账号菜单/ }).click();
      await page.getByRole("menuitem", { name: "退出登录" }).click();
    };
    await logOut();
    await getUnsavedDialog(page).getByRole("button", { name: "返回编辑" }).click();
    await expectFormUnchanged(page);
    await getCompanyName(page).fill("又写了一些");
    await page.goBack();
    await logOut();
    const ending = page.waitForRequest("**/vue-element-admin/user/logout");
    await getUnsavedDialog(page).getByRole("button", { name: "放弃并继续" }).click();
    await ending;
    const before = keptDrafts.length;
    // A draft is kept a second after the last keystroke.
    await page.clock.runFor(2_000);
    expect(keptDrafts.length).toBe(before);
    release();
    await page.getByRole("button", { name: "登 录" }).waitFor();
  });
});

test("a page without anything unsaved is refreshed at once, with the conditions of its address", async ({
  page,
}) => {
  await page.goto("/account/accountList?status=frozen");
  await page.getByRole("cell").first().waitFor();
  await getTags(page).getByRole("link", { name: "账号列表" }).click({ button: "right" });
  const [request] = await Promise.all([
    page.waitForRequest("**/wms/api/company/pageList"),
    page.getByRole("menuitem", { name: "刷新" }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ status: "frozen" });
  await page.waitForURL("**/account/accountList?status=frozen");
});
