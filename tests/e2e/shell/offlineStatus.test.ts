import { test } from "../../browser/readingTest.ts";
import { watchRequests } from "../../browser/watchRequests.ts";

test("the header shows at once that the browser is offline, and that it is online again", {
  tags: "full",
}, async ({ page, context, consoleErrors }) => {
  consoleErrors.allow(/Failed to load resource|WebSocket connection/);
  const waitForAnswers = watchRequests(page);
  await page.goto("/account/accountList");
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  // Code that is loaded when the browser is idle.
  await page.getByRole("button", { name: /^通知/ }).waitFor();
  await waitForAnswers();
  await context.setOffline(true);
  // Two missed heartbeats would tell of the connection, not of the network.
  await page.getByRole("img", { name: "连接状态：网络已断开，恢复后自动重连" }).waitFor();
  await context.setOffline(false);
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
});
