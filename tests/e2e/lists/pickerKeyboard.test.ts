/** @module-tag full */

import { describe, expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject, newCompanyFields } from "./companyPageObject.ts";
import { listPageObject } from "./listPageObject.ts";

describe("pickers of the company form, by keyboard", () => {
  test("choose the first match at Enter, the only one at once, and at Tab; other text keeps the form from being saved", async ({
    page,
  }) => {
    const screen = companyPageObject(page);
    await screen.openNew();
    await screen.fill({ ...newCompanyFields, 企业名称: "武汉阳逻低空测绘有限公司" });
    let saves = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/company/account/create")) saves += 1;
    });
    const channel = screen.record.getByRole("combobox", { name: "渠道", exact: true });
    await channel.focus();
    await page.keyboard.type("华东农机");
    // The search has not started yet: its only match is taken when it ends.
    await page.keyboard.press("Enter");
    await expect.poll(() => channel.inputValue()).toBe("华东农机经销");

    // Several match the initials: Enter takes the first.
    await channel.fill("hd");
    const highlighted = page.locator("[role=option][data-combobox-selected]");
    await expect.poll(() => highlighted.textContent()).toContain("华东");
    const first = await highlighted.textContent();
    expect(await channel.getAttribute("aria-activedescendant")).toBe(await highlighted.getAttribute("id"));
    await page.keyboard.press("Enter");
    await expect.poll(() => channel.inputValue()).toBe(first);

    const manager = screen.record.getByRole("combobox", { name: "客户经理", exact: true });
    // Oneself is the preset: the operator 周晓岚.
    await expect.poll(() => manager.inputValue()).toBe("周晓岚");
    await manager.fill("zyh");
    await page.keyboard.press("Tab");
    await expect.poll(() => manager.inputValue()).toBe("赵宇航");

    // The code's digits 3 to 8 are no county: 420100 is the city. 武汉 江岸 is typed, by pinyin.
    const region = screen.field("地区");
    expect(await region.inputValue()).toBe("");
    await region.fill("wuhan jiangan");
    await page.getByRole("option", { name: "湖北省 / 武汉市 / 江岸区", exact: true }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => region.inputValue()).toBe("湖北省 / 武汉市 / 江岸区");
    await channel.fill("没有这个渠道");
    await page.keyboard.press("Tab");
    await screen.record.getByText("没有匹配的结果，请修改或清空").waitFor();
    expect(await channel.inputValue()).toBe("没有这个渠道");
    await screen.record.getByRole("button", { name: "保存" }).click();
    await expect.poll(() => channel.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(saves).toBe(0);
  });

  test("keep a region that was typed and left: the only match is chosen, otherwise nothing is searched without it", async ({
    page,
  }) => {
    const screen = listPageObject(page, {
      path: "/account/accountList",
      noun: "企业",
      call: "/company/pageList",
    });
    await screen.open();
    await screen.form.getByRole("button", { name: "展开" }).click();
    const region = screen.form.getByRole("textbox", { name: "地区" });
    const search = screen.form.getByRole("button", { name: "查询", exact: true });
    const calls = screen.countCalls();
    for (const [typed, message] of [
      ["没有这个地区", "没有匹配的结果，请修改或清空"],
      ["山东", "有多个匹配的结果，请从列表中选择，或清空"],
    ] as const) {
      await region.fill(typed);
      await search.click();
      await screen.form.getByText(message).waitFor();
      expect(await region.inputValue()).toBe(typed);
      await expect.poll(() => region.evaluate((input) => input === document.activeElement)).toBe(true);
    }
    expect(calls()).toBe(0);
    await region.fill("wuhan jiangan");
    await search.click();
    await expect.poll(() => region.inputValue()).toBe("湖北省 / 武汉市 / 江岸区");
    expect(await screen.captureRequestBody(() => search.click())).toMatchObject({ regionId: "420102" });
    // Taken away elsewhere it does not come back.
    await screen.captureRequestBody(() => page.getByRole("button", { name: "移除条件 地区" }).click());
    await expect.poll(() => region.inputValue()).toBe("");
    await region.focus();
    expect(await screen.captureRequestBody(() => search.click())).not.toHaveProperty("regionId");
  });

  test("lead through regions that are still loading, without submitting the form", async ({ page }) => {
    const releases: (() => void)[] = [];
    await page.route("**/region/list/*", async (route) => {
      if (!route.request().url().endsWith("/100000"))
        await new Promise<void>((release) => releases.push(release));
      await route.continue();
    });
    const screen = companyPageObject(page);
    await screen.openNew();
    const region = screen.field("地区");
    await region.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "北京市", exact: true }).waitFor();
    for (const key of ["ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    await expect.poll(() => releases.length).toBe(1);
    for (const key of ["ArrowRight", "Enter"]) await page.keyboard.press(key);
    // Submitting would have marked every missing field.
    expect(await screen.record.getByText("请输入登录手机号").count()).toBe(0);
    for (const release of releases.splice(0)) release();
    const highlighted = page.locator("[role=option][data-active]");
    await expect.poll(() => highlighted.textContent()).toBe("东城区");
    await expect
      .poll(
        async () =>
          (await region.getAttribute("aria-activedescendant")) === (await highlighted.getAttribute("id")),
      )
      .toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => region.inputValue()).toBe("北京市 / 西城区");
  });
});

test("a select of many options finds pinyin and initials; Enter takes the first match, Tab the only or the highlighted one", async ({
  openPageAs,
}) => {
  const page = await openPageAs("admin");
  const screen = listPageObject(page, { path: "/rules", noun: "告警规则", call: "/x/rule/list" });
  await screen.open();
  const calls = screen.countCalls();
  const kind = screen.form.getByRole("combobox", { name: "告警类型" });
  const options = page.getByRole("option");
  const expectOptions = (...labels: readonly string[]) =>
    expect.poll(() => options.allTextContents()).toEqual(labels);
  const lowBatteries = ["电量低", "电量严重不足", "返航电量不足"];

  // At first the pinyin is still loading; later the library has highlighted the match.
  for (const [typed, label] of [
    ["dld", "电量低"],
    ["shilian", "失联"],
    ["dld", "电量低"],
  ] as const) {
    await kind.fill(typed);
    await expectOptions(label);
    await page.keyboard.press("Tab");
    await expect.poll(() => kind.inputValue()).toBe(label);
  }
  // The same again is no second click, which would clear it.
  for (const key of ["Tab", "Enter"]) {
    await kind.fill("dianliangdi");
    await expectOptions("电量低");
    await page.keyboard.press(key);
    await expect.poll(() => kind.inputValue()).toBe("电量低");
  }
  // The first of several is highlighted, but nobody has chosen it.
  await kind.fill("dianliang");
  await expectOptions(...lowBatteries);
  await page.keyboard.press("Tab");
  await expect.poll(() => kind.inputValue()).toBe("电量低");
  await kind.fill("dianliang");
  await expectOptions(...lowBatteries);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect.poll(() => kind.inputValue()).toBe("电量严重不足");
  await kind.fill("dianliang");
  await expectOptions(...lowBatteries);
  await page.keyboard.press("Enter");
  await expect.poll(() => kind.inputValue()).toBe("电量低");
  expect(calls()).toBe(0);
});
