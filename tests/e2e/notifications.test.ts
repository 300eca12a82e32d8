import { describe, expect } from "vitest";
import { closePopup } from "../browser/closePopup.ts";
import { expectAccessible } from "../browser/expectAccessible.ts";
import { test } from "../browser/signedInTest.ts";
import { createReceiptPng, orderPageObject } from "./orders/orderPageObject.ts";

describe("what others do", () => {
  test("reaches the list, the open record and the bell of the operator who registered a payment", async ({
    openPageAs,
  }) => {
    const salesPage = await openPageAs("operator");
    const order = orderPageObject(salesPage);
    await order.open("status=pending&payMethod=bank");
    const orderNo = await order.getFirstOrderNo();
    await order
      .row(orderNo)
      .getByRole("button", { name: `登记回款 ${orderNo}` })
      .click();
    await order.register.getByRole("textbox", { name: "付款银行" }).fill("招商银行宿州分行");
    await order.register.getByRole("textbox", { name: "银行流水号" }).fill("C20261120000077");
    await order.register.locator("input[type=file]").setInputFiles(await createReceiptPng("回单.png"));
    await order.register.getByRole("img", { name: "付款凭证预览" }).waitFor();
    await order.register.getByRole("button", { name: "登记", exact: true }).click();
    await order.register.waitFor({ state: "detached" });
    await order.open(`keyword=${orderNo}`);
    const row = order.row(orderNo);
    await row.getByText("待审核").waitFor();
    await order.main.getByText(/^更新于 \d{2}:\d{2}$/).waitFor();
    // A selected row: the list must not change under the operator's hands.
    await row.getByRole("checkbox").check();

    const financePage = await openPageAs("finance");
    const financeOrders = orderPageObject(financePage);
    await financeOrders.open(`mine=true&keyword=${orderNo}`);
    await financeOrders
      .row(orderNo)
      .getByRole("button", { name: `审核 ${orderNo}` })
      .click();
    await financeOrders.audit.getByRole("button", { name: "驳回" }).click();
    const rejecting = financePage.getByRole("dialog", { name: `财务审核驳回 ${orderNo}` });
    await rejecting.getByLabel("驳回原因").fill("流水号与银行对账单不符");
    await rejecting.getByRole("button", { name: "驳回" }).click();
    await financeOrders.audit.waitFor({ state: "detached" });

    const bell = salesPage.getByRole("button", { name: "通知，1 条未读" });
    await bell.waitFor();
    await salesPage.getByRole("button", { name: "有 1 条更新，点击刷新" }).waitFor();
    expect(await row.getByText("待审核").isVisible()).toBe(true);
    // Once nothing is selected, the list reads the rows again by itself.
    await row.getByRole("checkbox").uncheck();
    await row.getByText("待支付").waitFor();

    await bell.click();
    const panel = salesPage.getByRole("region", { name: "通知" });
    const item = panel.getByRole("listitem").filter({ hasText: orderNo });
    await item.getByText("订单审核驳回").waitFor();
    await expectAccessible(salesPage, "[role=dialog]");
    await panel.getByRole("button", { name: "接收方式" }).press("Enter");
    const ways = salesPage.getByRole("dialog", { name: "通知的接收方式" });
    await ways.getByRole("button", { name: "保存" }).waitFor();
    await closePopup(salesPage, ways);
    await bell.and(salesPage.locator(":focus")).press("Enter");
    await item.getByRole("button").click();
    await salesPage.waitForURL(/\/order\/orderList\?.*detail=\d+/);
    const detail = salesPage.getByRole("dialog", { name: orderNo });
    await detail.getByText("流水号与银行对账单不符").first().waitFor();
    await salesPage.getByRole("button", { name: "通知", exact: true }).waitFor();
  });
});
