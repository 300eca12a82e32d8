import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { openList } from "./listPageObject.ts";

const users = { path: "/account/userList", noun: "用户", call: "/user/pageList" };
const staff = { path: "/account/userList?tab=staff", noun: "后台账号", call: "/x/staff/list" };

/** Opens the list filtered by a person's name; returns helpers for that row. */
async function openPerson(page: Page, list: typeof users, name: string) {
  const screen = await openList(page, list, new URLSearchParams({ keyword: name }).toString());
  const row = screen.rows.filter({ has: page.getByRole("button", { name, exact: true }) });
  const dialog = page.getByRole("dialog").last();
  /** Opens a row action, either its button or its entry under 更多. */
  const openRowAction = async (label: string) => {
    const own = row.getByRole("button", { name: `${label} ${name}` });
    if ((await own.count()) > 0) return own.click();
    await row.getByRole("button", { name: `更多操作 ${name}` }).click();
    await page.getByRole("menuitem", { name: label, exact: true }).click();
  };
  const confirm = (label: string) => dialog.getByRole("button", { name: label, exact: true }).click();
  const waitForClose = () => page.getByRole("dialog").waitFor({ state: "detached" });
  /** Runs a row action that only asks for confirmation. */
  const runConfirmedAction = async (label: string) => {
    await openRowAction(label);
    await confirm(label);
    await waitForClose();
  };
  /** Resets the password; expects a new one that is no longer visible after closing. */
  const resetPassword = async () => {
    await openRowAction("重置密码");
    await confirm("重置密码");
    await dialog.getByText("初始密码只显示这一次").waitFor();
    const [, password = ""] = await dialog.locator("code").allTextContents();
    expect(password.length).toBeGreaterThanOrEqual(8);
    await confirm("我已保存，关闭");
    await waitForClose();
    expect(await page.getByText(password).count()).toBe(0);
  };
  return { row, dialog, openRowAction, confirm, waitForClose, runConfirmedAction, resetPassword };
}

describe("a company's user", () => {
  test("is moved to another company, frozen with a reason, and gets a new initial password", {
    tags: "full",
  }, async ({ page }) => {
    const person = await openPerson(page, users, "傅凯瑞");
    const { row, dialog, openRowAction, confirm, waitForClose } = person;
    await openRowAction("转移");
    await dialog.getByText(/转移后将只能看到新企业的数据/).waitFor();
    await confirm("转移");
    await dialog.getByText(/^请选择/).waitFor();
    await dialog.getByRole("combobox", { name: "转入企业" }).fill("徐州云信");
    await page.getByRole("option", { name: "徐州云信航拍文化有限公司" }).click();
    await confirm("转移");
    await waitForClose();
    await row.getByText("徐州云信航拍文化有限公司").waitFor();

    await openRowAction("冻结");
    await dialog.getByText("冻结后 徐州云信航拍文化有限公司 的 傅凯瑞 将退出登录，且无法再登录。").waitFor();
    await dialog.getByRole("combobox", { name: "冻结原因" }).click();
    await page.getByRole("option").first().click();
    await confirm("冻结");
    await waitForClose();
    await row.getByText("已冻结").waitFor();
    await person.runConfirmedAction("解冻");
    await row.getByText("正常").waitFor();

    await person.resetPassword();
  });
});

describe("a console account", () => {
  test.override("account", "admin");

  test("is created with roles, disabled, enabled and reset; the own account cannot be disabled", async ({
    page,
  }) => {
    const screen = await openList(page, staff);
    await screen.toolbar.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog", { name: "新增后台账号" });
    await form.getByRole("textbox", { name: "姓名" }).fill("安晓宁");
    await form.getByRole("textbox", { name: "手机号" }).fill("13910030099");
    const roles = form.getByRole("group", { name: "角色" });
    for (const role of ["运营", "财务"]) await roles.getByRole("checkbox", { name: role }).check();
    await form.getByRole("button", { name: "保存" }).click();
    await form.getByText("初始密码只显示这一次").waitFor();
    await form.getByRole("button", { name: "我已保存，关闭" }).click();

    const person = await openPerson(page, staff, "安晓宁");
    const { row, dialog, openRowAction, confirm, waitForClose } = person;
    await row.getByText("初始密码").waitFor();
    await openRowAction("停用");
    await dialog.getByText("停用后 安晓宁 将立即退出登录，且无法再登录后台。").waitFor();
    await confirm("停用");
    await waitForClose();
    await row.getByText("已停用").waitFor();
    await person.runConfirmedAction("启用");
    await row.getByText("正常").waitFor();
    await person.resetPassword();

    const self = await openPerson(page, staff, "陈立新");
    const disable = self.row.getByRole("button", { name: "停用 陈立新" });
    expect(await disable.getAttribute("aria-disabled")).toBe("true");
    await disable.press("Enter");
    await page.getByText("不能停用自己的账号").first().waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  // Locking takes five wrong passwords, and from the fourth on a captcha that no test can read. So the lock is mocked
  // here; the contract tests cover locking and unlocking on the server.
  test("can be unlocked", { tags: "full" }, async ({ page }) => {
    await page.route("**/wms/api/x/staff/list", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.list[0].lockedUntil = "2099-01-02T03:04:05.000Z";
      await route.fulfill({ response, json: answer });
    });
    await page.route("**/wms/api/x/staff/unlock", (route) => {
      const { id } = route.request().postDataJSON();
      return route.fulfill({ json: { state: 0, message: "成功", data: { id, version: 2 } } });
    });
    const { row, dialog, confirm, waitForClose } = await openPerson(page, staff, "赵宇航");
    await row.getByText("2099-01-02 11:04:05").waitFor();
    await row.getByRole("button", { name: "更多操作 赵宇航" }).click();
    await page.getByRole("menuitem", { name: "解锁" }).click();
    await dialog.getByText("赵宇航 因多次输错密码被锁定至 2099-01-02 11:04:05，解锁后可立即登录。").waitFor();
    await page.unroute("**/wms/api/x/staff/list");
    const [request] = await Promise.all([page.waitForRequest("**/wms/api/x/staff/unlock"), confirm("解锁")]);
    expect(request.postDataJSON()).toMatchObject({ id: await row.getAttribute("data-id") });
    await waitForClose();
    await row.getByText("2099-01-02 11:04:05").waitFor({ state: "detached" });
    expect(await row.getByRole("button", { name: "更多操作 赵宇航" }).count()).toBe(0);
  });
});
