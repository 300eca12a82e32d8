import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { test } from "../../browser/signedInTest.ts";
import { companyPageObject, findCompany } from "./openCompany.ts";

describe("企业全景", () => {
  test("acts by the forms of the list, for the operator", async ({ page }) => {
    const company = companyPageObject(page);
    const { id, name } = await findCompany(page, "status=normal&sort=orderAmountFen.desc");
    await company.open(id);
    const act = (label: string) => company.head.getByRole("button", { name: label, exact: true });
    await act("备注").waitFor();
    expect(await company.head.getByRole("button").allTextContents()).toEqual(
      expect.arrayContaining(["编辑", "创建订单", "续费", "备注", "发短信", "更多", "刷新"]),
    );
    await act("备注").click();
    const note = page.getByRole("dialog", { name: `备注 ${name}` });
    await note.getByRole("textbox", { name: "备注" }).fill("年底前谈续费，联系李总");
    await note.getByRole("button", { name: "保存" }).click();
    await company.head.getByText("年底前谈续费，联系李总").waitFor();
    // The own change is no news.
    expect(await company.main.getByText(/^该记录已被/).count()).toBe(0);
    await act("编辑").click();
    const form = page.getByRole("dialog", { name: "编辑企业" });
    await expect
      .poll(() => form.getByRole("textbox", { name: "备注" }).inputValue())
      .toBe("年底前谈续费，联系李总");
    await closePopup(page, form);
    await act("发短信").click();
    const sms = page.getByRole("dialog", { name: "群发短信" });
    await sms.getByText(/^已选的 1 /).waitFor();
    await closePopup(page, sms);
    await act("创建订单").click();
    const order = page.getByRole("dialog", { name: "新增订单" });
    await expect.poll(() => order.getByRole("combobox", { name: "企业" }).inputValue()).toBe(name);
  });

  test("breaks no amount at 390, 1440 and 1920 px", async ({ openPageAs }) => {
    const page = await openPageAs("operator", { width: 390, height: 900 });
    const company = companyPageObject(page);
    const { id } = await findCompany(page, "sort=orderAmountFen.desc");
    await company.open(id);
    await company.head.getByRole("button", { name: "更多" }).waitFor();
    for (const width of [390, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await saveScreenshot(page, `company acts ${width}`);
      expect(await findLayoutErrors(page, [company.head])).toEqual([]);
    }
  });
});
