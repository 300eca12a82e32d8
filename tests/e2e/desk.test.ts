import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { expectAccessible } from "../browser/expectAccessible.ts";
import { signIn } from "../browser/signIn.ts";

describe("the desk", () => {
  test("is finance's first page; its audits open as many orders, and a failed refresh leaves the old counts", {
    tags: "smoke",
  }, async ({ page, consoleErrors }) => {
    consoleErrors.allow(/status of 503/);
    await signIn(page, "finance");
    await page.waitForURL("**/desk");
    const steps = page.getByRole("region", { name: "三步上手" });
    await steps.getByText("从工作台开始").waitFor();
    await steps.getByRole("button", { name: "知道了，不再显示" }).click();
    await steps.waitFor({ state: "detached" });
    const cards = page.getByRole("list", { name: "待办" });
    const audits = cards.getByRole("link", { name: /^待我审核 / });
    const count = Number(/\d+/.exec((await audits.getAttribute("aria-label")) ?? "")?.[0]);
    expect(count).toBeGreaterThan(0);
    await page.getByText(/^更新于 \d{2}:\d{2}$/).waitFor();
    // Alarms, flights, devices and SMS are not finance's.
    expect(await cards.getByRole("link", { name: /告警|飞行|离线|短信/ }).count()).toBe(0);
    await expectAccessible(page);
    // The first of them, with how long they have waited; each opens within its queue.
    const first = page.getByRole("list", { name: "待我审核" }).getByRole("listitem");
    expect(await first.count()).toBe(3);
    expect(await first.first().textContent()).toMatch(/^DD\d+已等 \d+ 天¥/);
    await first.first().getByRole("link").click();
    await page.waitForURL("**/order/orderList?mine=true&detail=*");
    await page
      .getByRole("dialog")
      .getByText(/^待审核|退款中$/)
      .first()
      .waitFor();
    await page.goBack();

    await audits.click();
    await page.waitForURL("**/order/orderList?mine=true");
    await page.getByText(`共 ${count} 条`, { exact: true }).waitFor();

    // It counts again when it is shown again.
    await page.route("**/wms/api/x/desk", (route) =>
      route.fulfill({ status: 503, json: { state: -1, message: "", data: null } }),
    );
    await page.goBack();
    await page.getByRole("alert").getByText("没有更新，以下是之前的数字").waitFor();
    expect(await audits.isVisible()).toBe(true);
    await page.unroute("**/wms/api/x/desk");
    await page.getByRole("button", { name: "重试" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });

    await page.reload();
    await audits.waitFor();
    await page.getByText(/^更新于 \d{2}:\d{2}$/).waitFor();
    expect(await steps.count()).toBe(0);
  });
});
