import { describe, expect } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { countClicks } from "../../browser/countClicks.ts";
import { expectAccessible } from "../../browser/expectAccessible.ts";
import { findLayoutErrors } from "../../browser/findLayoutErrors.ts";
import { test } from "../../browser/signedInTest.ts";
import { waitForEffects } from "../../browser/waitForEffects.ts";
import { orderPageObject } from "./orderPageObject.ts";

describe("approving one order after the other, for finance", () => {
  test.override("account", "finance");

  test("lands on her queue with its count, and passes by one key to the next order", async ({ page }) => {
    const order = orderPageObject(page);
    await order.open();
    await expect.poll(() => new URL(page.url()).search).toBe("?mine=true");
    const tab = order.tab("待我审核");
    await expect.poll(() => tab.getAttribute("aria-selected")).toBe("true");
    const readCount = async () => Number(/\d+/.exec((await tab.textContent()) ?? "")?.[0]);
    await expect.poll(readCount).toBeGreaterThan(2);
    // Orders whose payer is the company itself, so that nothing has to be ticked.
    await order.open("mine=true&status=auditing&type=new&sort=payableFen.asc");
    const buttons = order.rows.getByRole("button", { name: /^审核 DD/ });
    await buttons.first().waitFor();
    const count = await readCount();
    const numbers = (
      await buttons.evaluateAll((found) => found.map((one) => one.getAttribute("aria-label") ?? ""))
    ).map((label) => label.replace("审核 ", ""));
    const title = (orderNo: string) => page.getByRole("dialog", { name: `财务审核 ${orderNo}`, exact: true });
    /** Waits until the order is shown and its keys work. */
    const waitForOrder = async (orderNo: string) => {
      await title(orderNo).getByRole("region", { name: "通过后" }).waitFor();
      await waitForEffects(page);
    };
    await buttons.first().click();
    const [first = "", second = "", third = ""] = numbers;
    await title(first).getByRole("button", { name: "通过并审下一条" }).waitFor();
    expect(await findLayoutErrors(page, [order.audit])).toEqual([]);
    await expectAccessible(page, "[role=dialog]");

    // Forwards and back by keys, which the panel names; a letter that is typed is no key.
    await order.audit.getByText("按键：A 通过，并审下一条；R 驳回；J 下一条；K 上一条").waitFor();
    await page.keyboard.press("j");
    await waitForOrder(second);
    await page.keyboard.press("k");
    await waitForOrder(first);
    await order.audit.getByRole("textbox", { name: "审核意见" }).pressSequentially("raj");
    await title(first).waitFor();
    await title(first).getByRole("region", { name: "商品与价格" }).click();

    const sent = page.waitForRequest("**/wms/api/order/v3/financial/audit");
    await page.keyboard.press("a");
    expect((await sent).postDataJSON()).toMatchObject({ pass: true, remark: "raj" });
    await waitForOrder(second);
    expect(await order.audit.getByRole("textbox", { name: "审核意见" }).inputValue()).toBe("");

    // Rejecting asks for a reason; its keys rest meanwhile.
    await page.keyboard.press("r");
    const rejecting = page.getByRole("dialog", { name: `财务审核驳回 ${second}` });
    await rejecting.waitFor();
    await rejecting.getByRole("button", { name: "取消" }).focus();
    await page.keyboard.press("a");
    await rejecting.getByRole("button", { name: "取消" }).click();
    await rejecting.waitFor({ state: "detached" });
    await title(second).waitFor();
    await page.keyboard.press("j");
    await title(third).waitFor();
    await closePopup(page, order.audit);
    await expect.poll(readCount).toBe(count - 1);
    expect(await order.row(first).count()).toBe(0);

    await waitForEffects(page);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "帮助" }).getByRole("table", { name: "审核订单" });
    await expect
      .poll(() => help.getByRole("row").allTextContents())
      .toEqual(["a通过，并审下一条", "r驳回", "j下一条", "k上一条"]);
  });

  test("takes eleven clicks for ten orders", { tags: "full" }, async ({ page }) => {
    const order = orderPageObject(page);
    const count = await countClicks(page);
    await order.open("mine=true&status=auditing&type=new&sort=payableFen.asc");
    await order.rows
      .getByRole("button", { name: /^审核 DD/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: /^财务审核 DD/ });
    for (let passed = 0; passed < 10; passed += 1) {
      const title = (await dialog.getByRole("heading").first().textContent()) ?? "";
      await dialog.getByRole("region", { name: "通过后" }).waitFor();
      const [answer] = await Promise.all([
        page.waitForResponse("**/wms/api/order/v3/financial/audit"),
        dialog.getByRole("button", { name: "通过并审下一条" }).click(),
      ]);
      expect(await answer.json()).toMatchObject({ state: 0 });
      await page.getByRole("dialog", { name: title, exact: true }).waitFor({ state: "detached" });
    }
    expect(count()).toBe(11);
  });
});
