import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../browser/signedInTest.ts";

/** Opens 账号列表 in a tag, starts a new company there, and switches to another page. */
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

describe("a hidden page with an unsaved form", () => {
  test("asks for confirmation before its tag closes", async ({ page }) => {
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

  // the unsaved form is still there
  test("asks for confirmation before it is refreshed", { tags: "full" }, async ({ page }) => {
    await leaveUnsavedForm(page);
    await getTags(page).getByRole("link", { name: "账号列表" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "刷新" }).click();
    await getUnsavedDialog(page).getByRole("button", { name: "返回编辑" }).click();
    await expectFormUnchanged(page);
  });

  test("makes the browser ask before the document reloads", { tags: "full" }, async ({ page }) => {
    await leaveUnsavedForm(page);
    const dialogEvent = page.waitForEvent("dialog");
    const reloaded = page.reload();
    const dialog = await dialogEvent;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
  });
});

describe("logging out with an unsaved form", () => {
  // Another account, because this test ends its session.
  test.override("account", "admin");

  test("asks for confirmation, and saves no draft while the session ends", { tags: "full" }, async ({
    page,
    context,
  }) => {
    const savedDrafts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT" && request.url().includes("/x/me/draft."))
        savedDrafts.push(request.url());
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
    const before = savedDrafts.length;
    // A draft is saved one second after the last keystroke.
    await page.clock.runFor(2_000);
    expect(savedDrafts.length).toBe(before);
    release();
    await page.getByRole("button", { name: "登 录" }).waitFor();
  });
});

test("a page without unsaved input refreshes without confirmation, with the filters of its URL", {
  tags: "full",
}, async ({ page }) => {
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
