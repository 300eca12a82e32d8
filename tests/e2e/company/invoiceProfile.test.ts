import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject, findCompany } from "./openCompany.ts";

/** The buyer of one company, in its invoices. */
function profilePageObject(page: Page) {
  const bar = page.getByRole("main").getByRole("region", { name: "开票信息" });
  const form = page.getByRole("dialog");
  return {
    bar,
    form,
    open: async (id: string) => {
      await companyPageObject(page).open(id, "?tab=invoices");
      await bar.getByRole("button", { name: "编辑开票信息" }).click();
      await form.getByLabel("税号").waitFor();
    },
    save: () => form.getByRole("button", { name: "保存", exact: true }).click(),
  };
}

describe("开票信息 of a company", () => {
  test("is corrected in its invoices, and the second of two operators sees what the first has saved", {
    tags: "full",
  }, async ({ page, openPageAs }) => {
    const { id } = await findCompany(page, "sort=orderAmountFen.desc");
    const otherPage = await openPageAs("admin");
    const [mine, theirs] = [profilePageObject(page), profilePageObject(otherPage)];
    await Promise.all([mine.open(id), theirs.open(id)]);
    await mine.form.getByLabel("税号").fill("123");
    await mine.save();
    await mine.form.getByText("税号不正确，应为 18 位统一社会信用代码，或 15、20 位纳税人识别号").waitFor();
    expect(await findLayoutErrors(page, [mine.form])).toEqual([]);
    await expectAccessible(page, "[role=dialog]");

    await theirs.form.getByLabel("税号").fill("914403001234567");
    await theirs.form.getByLabel("收票邮箱").fill("theirs@example.com");
    await theirs.save();
    await theirs.bar.getByText("theirs@example.com").waitFor();

    await mine.form.getByLabel("税号").fill("914403001234567");
    await mine.form.getByLabel("开户行及账号").fill("招商银行深圳分行 7559 0001");
    await mine.save();
    await mine.form.getByText("该记录已被他人修改").waitFor();
    await mine.form.getByRole("button", { name: "保留我的修改并保存" }).click();
    await mine.form.waitFor({ state: "detached" });
    await mine.bar.getByText(/914403001234567 · theirs@example\.com · 招商银行深圳分行 7559 0001/).waitFor();
  });

  test("is read by finance, who may not edit it", { tags: "full" }, async ({ openPageAs }) => {
    const page = await openPageAs("finance");
    const { id } = await findCompany(page, "sort=orderAmountFen.desc");
    await companyPageObject(page).open(id, "?tab=invoices");
    const { bar } = profilePageObject(page);
    await bar.getByText(/发票 · /).waitFor();
    expect(await bar.getByRole("button").count()).toBe(0);
  });
});
