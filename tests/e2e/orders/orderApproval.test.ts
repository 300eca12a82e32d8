import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { orderPageObject } from "./orderPageObject.ts";

const refusal = "该企业的服务已全部到期，不能增购，请驳回后重新下单";

describe("approving an order, for finance", () => {
  test.override("account", "finance");

  test("shows when an expansion will end, and why one can no longer be approved", { tags: "smoke" }, async ({
    page,
    consoleErrors,
  }) => {
    const order = orderPageObject(page);
    await order.open("type=expand&status=auditing&mine=true");
    const orderNo = await order.getFirstOrderNo();
    const audit = order.row(orderNo).getByRole("button", { name: `审核 ${orderNo}` });
    await audit.click();
    const after = order.audit.getByRole("region", { name: "通过后" });
    await after
      .getByRole("listitem")
      .filter({ hasText: /，按 \d+ 个月计价，与现有服务同时于 20\d\d-\d\d-\d\d 到期$/ })
      .first()
      .waitFor();
    await closePopup(page, order.audit);

    // The server's refusal once the company's services have ended; tests/contract/order/orderGrants.test.ts covers it.
    await page.route("**/x/one/order/*", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object };
      await route.fulfill({
        response,
        json: { ...answer, data: { ...answer.data, approvalRefusal: refusal } },
      });
    });
    await audit.click();
    await order.audit.getByRole("alert").getByText(refusal).waitFor();
    expect(await after.count()).toBe(0);
    const pass = order.audit.getByRole("button", { name: /^通过/ }).last();
    expect([await pass.getAttribute("aria-disabled"), await pass.getAttribute("title")]).toEqual([
      "true",
      refusal,
    ]);
    expect(await findLayoutErrors(page, [order.audit])).toEqual([]);
    await expectAccessible(page, "[role=dialog]");
    await order.audit.getByRole("button", { name: "驳回" }).click();
    const rejecting = page.getByRole("dialog", { name: `财务审核驳回 ${orderNo}` });

    // The connection breaks after the decision is sent: the unknown result stays visible though reloading fails.
    consoleErrors.allow(/Failed to load resource|ERR_FAILED|接口请求失败/);
    await page.unroute("**/x/one/order/*");
    for (const path of ["**/order/v3/financial/audit", "**/x/one/order/*"])
      await page.route(path, (route) => route.abort());
    await rejecting.getByLabel("驳回原因").fill("流水号与银行对账单不符");
    await rejecting.getByRole("button", { name: "驳回" }).click();
    const notice = order.audit.getByText("待审核的内容没有读到");
    await notice.waitFor();
    await rejecting.getByText("结果未知，请核对", { exact: true }).waitFor();
    await page.unroute("**/x/one/order/*");
    await rejecting.getByRole("button", { name: "关闭并刷新列表" }).click();
    await notice.waitFor({ state: "detached" });
  });
});
