import type { Page } from "playwright-core";
import { expect } from "vitest";
import { closePopup, pressEscape } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject } from "./companyPageObject.ts";

const formatDay = (ago: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai" }).format(Date.now() - ago * 86_400_000);
const last30Days = () => ({
  from: new Date(`${formatDay(29)}T00:00:00.000+08:00`).toISOString(),
  to: new Date(`${formatDay(0)}T23:59:59.999+08:00`).toISOString(),
});

/** Page object of the 常用查询 menu. */
function savedQueriesMenu(page: Page) {
  const opener = page.getByRole("button", { name: "常用查询", exact: true });
  const menu = page.getByRole("dialog", { name: "常用查询" });
  const button = (name: string) => menu.getByRole("button", { name, exact: true });
  const waitForSave = async (action: () => Promise<unknown>) => {
    const isSave = (url: string, method: string) => method === "PUT" && url.endsWith("/x/me/list.company");
    await Promise.all([
      page.waitForResponse((item) => isSave(item.url(), item.request().method())),
      action(),
    ]);
  };
  const waitForFocus = (name: string) =>
    page.waitForFunction((wanted) => {
      const at = document.activeElement;
      return (at?.getAttribute("aria-label") ?? at?.textContent) === wanted;
    }, name);
  return { opener, menu, button, waitForSave, waitForFocus };
}

test("filters can be saved under a name, applied, made the default, renamed and deleted, by keyboard and for another browser too", {
  tags: "full",
}, async ({ page, openPageAs }) => {
  const screen = companyPageObject(page);
  const { opener, menu, button, waitForSave, waitForFocus } = savedQueriesMenu(page);
  await screen.open();
  await opener.focus();
  await page.keyboard.press("Enter");
  await menu.getByText("要保存新的，请先设置条件并点击“查询”。").waitFor();
  await closePopup(page, menu);
  await waitForFocus("常用查询");

  await screen.open(new URLSearchParams({ status: "normal", ...last30Days() }).toString());
  await opener.focus();
  await page.keyboard.press("Enter");
  await menu.getByRole("checkbox", { name: "创建时间按“近30天”每天重新计算", checked: true }).waitFor();
  const name = menu.getByRole("textbox", { name: "保存当前条件" });
  await page.waitForFunction(() => document.activeElement?.matches("[role=dialog] input"));
  const calls = screen.countCalls();
  await page.keyboard.press("Enter");
  await menu.getByText("请输入名称").waitFor();
  await page.keyboard.type("新客户");
  await waitForSave(() => page.keyboard.press("Enter"));
  await page.getByText("已保存常用查询「新客户」").waitFor();
  await expect.poll(() => button("新客户").getAttribute("aria-current")).toBe("true");
  await expect.poll(() => name.inputValue()).toBe("");
  expect(calls()).toBe(0);
  await expectAccessible(page);
  await button("设为默认 新客户").focus();
  await waitForSave(() => page.keyboard.press("Enter"));
  await button("取消默认 新客户").waitFor();
  await closePopup(page, menu);

  const clear = screen.form.getByRole("button", { name: "重置" });
  expect(await screen.captureRequestBody(() => clear.click())).toEqual({ pageNo: 1, pageSize: 50 });
  await opener.click();
  await waitForFocus("新客户默认");
  expect(await screen.captureRequestBody(() => page.keyboard.press("Enter"))).toEqual({
    pageNo: 1,
    pageSize: 50,
    status: "normal",
    ...last30Days(),
  });
  await menu.waitFor({ state: "detached" });
  await screen.chips.getByText("状态：正常").waitFor();

  const phone = await openPageAs("operator", { width: 390, height: 844, dark: true });
  const phoneScreen = { ...companyPageObject(phone), ...savedQueriesMenu(phone) };
  await phoneScreen.open();
  await phone.waitForURL((url) => url.searchParams.get("status") === "normal");
  await phoneScreen.chips.getByText("状态：正常").waitFor();
  await phoneScreen.captureRequestBody(() => phoneScreen.form.getByRole("button", { name: "重置" }).click());
  await phone.getByRole("navigation", { name: "已打开的页面" }).getByRole("link", { name: "工作台" }).click();
  await phone.waitForURL("**/desk");
  await phone.goBack();
  await phoneScreen.waitForIdle();
  expect(new URL(phone.url()).search).toBe("");
  await phoneScreen.open("status=frozen");
  expect(new URL(phone.url()).search).toBe("?status=frozen");

  await phoneScreen.opener.click();
  await phoneScreen.menu.getByRole("textbox", { name: "保存当前条件" }).fill("新客户");
  await phoneScreen.menu.getByText("已有同名的，将换成当前条件").waitFor();
  const buttonTops = await phoneScreen.form
    .getByRole("button", { name: /^(查询|重置|展开.*|常用查询)$/ })
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(buttonTops).toEqual(Array.from({ length: 4 }, () => buttonTops[0]));
  expect(await findLayoutErrors(phone, [phoneScreen.form, phoneScreen.menu])).toEqual([]);
  await expectAccessible(phone);
  await saveScreenshot(phone, "saved queries 390 dark");
  // The menu is open here meanwhile; changes here do not overwrite changes made on the phone.
  await opener.click();
  await button("重命名 新客户").focus();
  await phoneScreen.menu.getByRole("textbox", { name: "保存当前条件" }).fill("冻结");
  await phoneScreen.waitForSave(() => phoneScreen.button("保存").click());
  await page.keyboard.press("Enter");
  await page.keyboard.type("近期客户");
  await waitForSave(() => page.keyboard.press("Enter"));
  await waitForFocus("重命名 近期客户");
  await button("取消默认 近期客户").waitFor();
  await button("重命名 冻结").waitFor();
  await saveScreenshot(page, "saved queries 1366 light");
  await page.keyboard.press("Enter");
  await page.keyboard.type("冻结");
  await page.keyboard.press("Enter");
  await menu.getByText("已有同名的常用查询").waitFor();
  await pressEscape(page);
  await waitForFocus("重命名 近期客户");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await menu.getByText("删除「近期客户」？").waitFor();
  await waitForSave(() => page.keyboard.press("Enter"));
  await button("近期客户").waitFor({ state: "detached" });
  await expect.poll(() => menu.getByRole("listitem").allTextContents()).toEqual(["冻结"]);
  // Closed by an outside click during a rename: Escape closes the menu again the next time.
  await button("重命名 冻结").click();
  await screen.main.getByText(/^共 [\d,]+ 条$/).click();
  await menu.waitFor({ state: "detached" });
  await opener.click();
  await waitForFocus("冻结");
  await closePopup(page, menu);
  await page.goto("/account/accountList");
  await screen.waitForIdle();
  expect(new URL(page.url()).search).toBe("");
});
