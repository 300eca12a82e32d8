/** @module-tag full */

import { expect } from "vitest";
import { test } from "../../browser/signedInTest.ts";
import { waitForRest } from "../../browser/waitForRest.ts";
import { companyPageObject } from "./companyPageObject.ts";

test("a new company takes its region from the credit code and its account from the contact", async ({
  page,
}) => {
  const screen = companyPageObject(page);
  await screen.openNew();
  const region = screen.field("地区");
  /** Fills in a code and waits until its region was looked for. */
  const fillCode = async (code: string) => {
    const found = page.waitForResponse((one) => one.url().includes(`region/search?text=${code.slice(2, 8)}`));
    await screen.fill({ 统一社会信用代码: code, 简称: "晴川" });
    await found;
  };
  await fillCode("91420102MA4KXYQ12E");
  await expect.poll(() => region.inputValue()).toBe("湖北省 / 武汉市 / 江岸区");
  // 420100 is a city: the user has to choose the county.
  await fillCode("91420100MA4KXYQ12H");
  await expect.poll(() => region.inputValue()).toBe("");
  // What the user chose stays.
  await region.fill("wuchang");
  await page.getByRole("option", { name: "湖北省 / 武汉市 / 武昌区", exact: true }).click();
  await fillCode("91420102MA4KXYQ12E");
  await waitForRest(page);
  expect(await region.inputValue()).toBe("湖北省 / 武汉市 / 武昌区");

  await screen.fill({ 联系人: "程远", 联系电话: "13907110001" });
  await screen.record.getByRole("button", { name: "同联系人" }).click();
  expect(await screen.field("姓名").inputValue()).toBe("程远");
  expect(await screen.field("登录手机号").inputValue()).toBe("13907110001");

  // The last choice is offered first the next time.
  const channel = screen.record.getByRole("combobox", { name: "渠道", exact: true });
  const stored = page.waitForResponse(
    (one) => one.url().endsWith("/x/me/query.recent.channel") && one.request().method() === "PUT",
  );
  await channel.fill("华东农机");
  await page.getByRole("option", { name: "华东农机经销", exact: true }).click();
  await stored;
  await channel.fill("");
  const recent = page.getByRole("group", { name: "最近使用" }).getByRole("option");
  await expect.poll(() => recent.allTextContents()).toEqual(["华东农机经销"]);
  // The browser keeps nothing of it.
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain("华东");
});
