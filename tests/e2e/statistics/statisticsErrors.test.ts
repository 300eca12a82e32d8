import { expect } from "vitest";
import { advanceUntil } from "../../browser/advanceUntil.ts";
import { interceptCalls } from "../../browser/interceptCalls.ts";
import { pauseClock } from "../../browser/pauseClock.ts";
import { test } from "../../browser/readingTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { statisticsPage } from "./statisticsPage.ts";

test("a failed call leaves the other cards unchanged, shows its error in its own, and is retried alone", {
  tags: "full",
}, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/500|接口请求失败/);
  let isBroken = true;
  let others = 0;
  await interceptCalls(page, "**/statistics/order", {
    onCall: (call) =>
      void (isBroken
        ? call.fulfill({ status: 500, json: { state: 1, msg: "服务器内部错误", data: null } })
        : call.forward()),
    onAbort: () => undefined,
  });
  page.on("request", (request) => {
    if (/statistics\/(?:company|task|channel)/.test(request.url())) others += 1;
  });
  const screen = statisticsPage(page);
  await page.goto("/statistics/echarts");
  const broken = screen.getFigure("orders");
  await broken.getByText("订单数没有统计出来").waitFor();
  await screen.getFigure("companies").getByText("环比").waitFor();
  await screen.getFigure("flights").getByText("环比").waitFor();
  await screen.getChart("企业与用户").waitFor();
  await screen.getCard("渠道占比").getByRole("radiogroup").waitFor();
  await saveScreenshot(page, "statistics broken");
  const before = others;
  isBroken = false;
  await broken.getByRole("button", { name: "重试订单数" }).click();
  await broken.getByText("环比").waitFor();
  await screen.getChart("订单与退款").waitFor();
  await expect.poll(() => screen.main.getByRole("alert").count()).toBe(0);
  expect(others).toBe(before);
});

test("a slow call shows it after two seconds; the others are there before", { tags: "full" }, async ({
  page,
  context,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await interceptCalls(page, "**/statistics/task", {
    onCall: (call) => void released.then(() => call.forward()),
    onAbort: () => undefined,
  });
  await context.clock.install();
  await page.goto("/desk");
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.getByRole("button", { name: "数据统计" }).click();
  const link = menu.getByRole("link", { name: "增量统计", exact: true });
  await link.waitFor();
  await pauseClock(page);
  await link.click();
  const screen = statisticsPage(page);
  const orders = screen.getFigure("orders").getByText("环比");
  await advanceUntil(page, () => orders.isVisible(), "the orders");
  expect(await screen.getFigure("flights").getByText("还在统计").count()).toBe(0);
  await context.clock.runFor(2_000);
  await screen.getFigure("flights").getByText("飞行架次还在统计，可以等待或重试").waitFor();
  release();
  await screen.getFigure("flights").getByText("环比").waitFor();
  expect(await screen.main.getByText("还在统计").count()).toBe(0);
});
