import { describe, expect } from "vitest";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { listPageObject } from "../lists/listPageObject.ts";

/** Runs in the page: two orders that wait for a transfer, of companies with one such order. */
async function readDueOrders(): Promise<{ orderNo: string; companyName: string; due: string }[]> {
  const token = localStorage.getItem("token") ?? "";
  const { uToken } = JSON.parse(localStorage.getItem("user") ?? "{}") as { uToken: string };
  const response = await fetch("/wms/api/order/v3/pageList", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: token,
      "x-token": token,
      "u-token": uToken,
    },
    body: JSON.stringify({ pageNo: 1, pageSize: 200, status: "pending", payMethod: "bank" }),
  });
  const { data } = (await response.json()) as {
    data: { list: { orderNo: string; companyName: string; payableFen: number; paidFen: number }[] };
  };
  return data.list
    .filter(({ companyName }) => data.list.filter((one) => one.companyName === companyName).length === 1)
    .map(({ orderNo, companyName, payableFen, paidFen }) => ({
      orderNo,
      companyName,
      due: ((payableFen - paidFen) / 100).toFixed(2),
    }));
}

describe("a bank statement, for finance", () => {
  test.override("account", "finance");

  test("is read, checked and registered line by line, and is a duplicate the second time", async ({
    page,
  }) => {
    const payments = listPageObject(page, {
      path: "/order/payment",
      noun: "回款",
      call: "/x/orderPay/pageList",
    });
    await payments.open();
    const [first, second] = await page.evaluate(readDueOrders);
    if (!first || !second) throw new Error("The demo data have no due orders");
    const panel = page.getByRole("dialog", { name: "导入银行对账单" });
    const choose = async (name: string, text: string) => {
      await page
        .locator("input[type=file]")
        .last()
        .setInputFiles({
          name,
          mimeType: "text/csv",
          buffer: Buffer.from(text),
        });
    };
    await payments.toolbar.getByRole("button", { name: "导入对账单" }).click();
    await panel.locator(":focus").getByText("选择对账单").waitFor();
    await choose("对账单.pdf", "x");
    await panel.getByRole("alert").getByText("请选择银行对账单文件").waitFor();
    await choose("对账单.csv", "姓名,电话\n甲,1");
    await panel
      .getByRole("alert")
      .getByText(/没有找到这些列：交易日期、流水号/)
      .waitFor();
    // Told once, beside the file.
    expect(await page.getByText(/没有找到这些列/).count()).toBe(1);

    await choose("对账单.csv", "记账日,编号,付款单位,款项\n20260301,E2E0000,路人,0.03");
    await panel.getByText("没有认出这些列").waitFor();
    const headings = { 交易日期: "记账日", 流水号: "编号", 对方户名: "付款单位", 到账金额: "款项" };
    for (const [name, label] of Object.entries(headings))
      await panel.getByRole("combobox", { name, exact: true }).selectOption({ label });
    await panel.getByRole("button", { name: "保存并读取" }).press("Enter");
    await panel.getByText(/选择的列读取$/).waitFor();
    // The focus goes on to what replaced the choice.
    await panel.locator(":focus").waitFor();
    await panel.getByRole("button", { name: "选择其他文件" }).click();

    const statement = [
      "交易日期,流水号,对方户名,借方发生额,贷方发生额,附言",
      `20260301,E2E0001,${first.companyName},,${first.due},服务费`,
      `20260301,E2E0002,某代付公司,,${second.due},${second.orderNo}`,
      "20260301,E2E0003,路人,,0.07,",
      "20260301,E2E0004,电费,88.00,,",
      "20260301,,路人,,5.00,",
    ].join("\n");
    await choose("对账单.csv", statement);
    const lines = panel.getByRole("table", { name: "对账单" }).getByRole("row");
    await panel.getByText("到账 3 笔，已匹配 2，无匹配 1").waitFor();
    await panel.getByText("支出 1 行，不导入。").waitFor();
    await panel.getByText("代付，审核时须核实").waitFor();
    expect(await findLayoutErrors(page, [panel])).toEqual([]);
    await expectAccessible(page, "[role=dialog]");
    // A person leaves a line out, and takes it in again.
    const choice = panel.getByRole("combobox", { name: "第 3 行的订单" });
    const chosen = await choice.inputValue();
    await choice.selectOption("");
    await panel.getByRole("button", { name: "登记 1 笔回款" }).waitFor();
    await choice.selectOption(chosen);
    await panel.getByRole("button", { name: "登记 2 笔回款" }).click();
    await panel.getByText("已登记 2 笔，未登记 0 笔").waitFor();
    expect(await lines.getByText("已登记", { exact: true }).count()).toBe(2);
    await panel.getByRole("button", { name: "完成" }).click();
    await panel.waitFor({ state: "detached" });

    await payments.open("keyword=e2e0002");
    const row = payments.rows.first();
    await row.getByText("某代付公司").waitFor();
    expect(await payments.rows.count()).toBe(1);
    await row.getByText(second.orderNo).waitFor();
    await row.getByText("待审核").waitFor();

    await payments.toolbar.getByRole("button", { name: "导入对账单" }).click();
    await choose("对账单.csv", statement);
    await panel.getByText("到账 3 笔，无匹配 1，重复 2").waitFor();
    expect(await panel.getByRole("button", { name: "登记 0 笔回款" }).isDisabled()).toBe(true);
  });
});
