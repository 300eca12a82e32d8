/** @module-tag full */

import { describe, expect } from "vitest";
import { closePopup } from "../browser/closePopup.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { test } from "../browser/signedInTest.ts";
import { openCompanies } from "./lists/companyPageObject.ts";

describe("a form in a dialog opened for two companies in turn", () => {
  test.override("account", "admin");

  test("updates the dialog that is open: a new key appears in the second company's list", async ({
    page,
  }) => {
    const screen = await openCompanies(page);
    const getName = (row: number) => screen.rows.nth(row).locator("td").nth(1).innerText();
    const [first, second] = [await getName(0), await getName(1)];
    const getKeyDialog = (name: string) => page.getByRole("dialog", { name: `${name} 的访问密钥` });
    await screen.runRowAction(first, "访问密钥");
    await getKeyDialog(first).getByRole("button", { name: "关闭" }).click();
    await getKeyDialog(first).waitFor({ state: "detached" });
    await page.goBack();
    await screen.runRowAction(second, "访问密钥");
    await getKeyDialog(second).getByRole("button", { name: "创建密钥" }).click();
    const createDialog = page.getByRole("dialog", { name: `为 ${second} 创建访问密钥` });
    await createDialog.getByRole("button", { name: "创建", exact: true }).click();
    const key = await createDialog.locator("code").first().innerText();
    await createDialog.getByRole("button", { name: "我已保存，关闭" }).click();
    await getKeyDialog(second).getByRole("cell", { name: key, exact: true }).waitFor();
    expect(key).not.toBe("");
  });
});

test("a double click opens a form, whose overlay takes the second click; a later one closes it", async ({
  page,
  context,
}) => {
  await context.clock.install();
  await openCompanies(page);
  const form = page.getByRole("dialog", { name: "新增企业" });
  const button = await page.getByRole("button", { name: "新增" }).boundingBox();
  const click = () => page.mouse.click((button?.x ?? 0) + 10, (button?.y ?? 0) + 10);
  await click();
  await closePopup(page, form);
  await pauseClock(page);
  // Its code is here now, so that it opens while the clock stands.
  await click();
  await form.waitFor();
  await click();
  await context.clock.runFor(501);
  expect(await form.isVisible()).toBe(true);
  await click();
  await context.clock.runFor(2_000);
  await form.waitFor({ state: "detached" });
});

test("inputs beside each other are in line, also where only one has a description or an error", async ({
  page,
}) => {
  await page.goto("/goods/serviceList");
  await page.getByRole("toolbar").getByRole("button", { name: "新增" }).click();
  const form = page.getByRole("dialog", { name: "新增服务" });
  const top = async (label: string) => {
    const box = await form
      .getByRole("textbox", { name: label })
      .or(form.getByRole("combobox", { name: label }))
      .first()
      .boundingBox();
    return Math.round(box?.y ?? Number.NaN);
  };
  // 税率 has a description.
  await form.getByText("不选则按类型：设备 13%，其他 6%").waitFor();
  expect(await top("单价（含税）")).toBe(await top("税率"));
  await form.getByRole("button", { name: "保存" }).click();
  await form.getByText("请输入单价").waitFor();
  expect(await top("单价（含税）")).toBe(await top("税率"));
  expect(await top("服务名称")).toBe(await top("服务编码"));
});
