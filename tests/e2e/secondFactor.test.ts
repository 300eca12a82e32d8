import { expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { closePopup, pressEscape } from "../browser/closePopup.ts";
import { collectConsoleErrors } from "../browser/consoleErrors.ts";
import { expectAccessible } from "../browser/expectAccessible.ts";
import { laptop } from "../browser/laptop.ts";
import { demoAccounts, fillLogin } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";
import { generateCode } from "../helpers/secondFactor.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { startServer } from "../process/serverProcess.ts";
import { chooseAvatarItem, expectLogin, getMenu } from "./model/pageChecks.ts";

const password = "Aerial@2026";

test("a role that must have a second factor enables it before a page loads; then a login takes a code", async ({
  browser,
}) => {
  using data = createDemoFolder();
  const env = { SECOND_FACTOR_ROLES: "operator" };
  await using server = await startServer({ dataDir: data.path, env });
  const context = await browser.newContext({ ...laptop, baseURL: server.url });
  const page = await context.newPage();
  const waitForAnswers = watchRequests(page);
  const consoleErrors = collectConsoleErrors(page);
  const dialog = page.getByRole("dialog", { name: "二次验证" });
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });

  await page.goto("/account/accountList");
  await fillLogin(page, demoAccounts.operator, password);
  await dialog.getByText("您的角色必须启用二次验证，启用后才能继续使用。").waitFor();
  await page.getByRole("heading", { name: "请先启用二次验证" }).waitFor();
  await pressEscape(page);
  await dialog.getByLabel("登录密码", { exact: true }).fill("wrong");
  await button("下一步").click();
  await dialog.getByRole("alert").getByText("密码错误，请重新输入").waitFor();
  await dialog.getByLabel("登录密码", { exact: true }).fill(password);
  await button("下一步").click();
  await dialog.getByRole("img", { name: "二次验证二维码" }).waitFor();
  await expectAccessible(page);
  const secret = (await dialog.getByTitle("（点击复制）").textContent()) ?? "";
  await dialog.getByLabel("动态验证码").fill(generateCode(new Date(), secret));
  const listResponse = page.waitForResponse("**/wms/api/company/pageList");
  // What fails before it is read is reported by itself.
  listResponse.catch(() => undefined);
  await button("启用").click();
  const items = dialog.getByRole("list", { name: "恢复码" }).getByRole("listitem");
  await expect.poll(() => items.count()).toBe(10);
  const codes = await items.allTextContents();
  expect(new Set(codes).size).toBe(10);
  await button("我已保存").click();
  expect(await (await listResponse).json()).toMatchObject({ state: 0 });
  await page.getByRole("columnheader", { name: "企业名称" }).waitFor();
  expect(await dialog.count()).toBe(0);

  await waitForAnswers();
  await chooseAvatarItem(page, "退出登录");
  await expectLogin(page);
  await fillLogin(page, demoAccounts.operator, password);
  const form = page.getByRole("form", { name: "二次验证" });
  await form.getByLabel("动态验证码").fill("000000");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await expectAccessible(page);
  await form.getByRole("button", { name: "验 证" }).click();
  await form.getByRole("alert").getByText("验证码不正确或已使用过，请重新输入").waitFor();
  await form.getByRole("button", { name: "返回密码登录" }).click();
  await fillLogin(page, demoAccounts.operator, password);
  await form.getByLabel("动态验证码").fill(codes[0] ?? "");
  await form.getByRole("button", { name: "验 证" }).click();
  await getMenu(page).waitFor();

  await chooseAvatarItem(page, "二次验证");
  await dialog.getByText("二次验证已启用，还有 9 个恢复码未使用。").waitFor();
  await closePopup(page, dialog);
  expect(consoleErrors.unexpected()).toEqual([]);
  await context.close();
});
