import { test } from "../../browser/signedInTest.ts";

test("the header shows at once that the browser is offline, and that it is online again", async ({
  page,
  context,
  consoleErrors,
}) => {
  consoleErrors.allow(/Failed to load resource|WebSocket connection/);
  await page.goto("/account/accountList");
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  // Code that is loaded when the browser is idle.
  await page.getByRole("button", { name: /^通知/ }).waitFor();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  // Two missed heartbeats would take 15 s.
  await page.getByRole("img", { name: "连接状态：网络已断开，恢复后自动重连" }).waitFor({ timeout: 3_000 });
  await context.setOffline(false);
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor({ timeout: 30_000 });
});
