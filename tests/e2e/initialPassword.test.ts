import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { collectConsoleErrors } from "../browser/consoleErrors.ts";
import { laptop } from "../browser/laptop.ts";
import { fillLogin } from "../browser/signIn.ts";
import { watchRequests } from "../browser/watchRequests.ts";
import { createTemporaryFolder } from "../process/createTemporaryFolder.ts";
import { startServer } from "../process/serverProcess.ts";

test("in production the first admin must change the initial password before a page loads, which it then does by itself", async ({
  browser,
}) => {
  using data = createTemporaryFolder("initial-password");
  const env = { NODE_ENV: "production", ADMIN_PHONE: "13812345678" };
  await using server = await startServer({ dataDir: data.path, env });
  const login = readFileSync(path.join(data.path, "first-admin.txt"), "utf8");
  const initial = /^password: (\S+)$/m.exec(login)?.[1] ?? "";
  const context = await browser.newContext({ ...laptop, baseURL: server.url });
  const page = await context.newPage();
  const waitForAnswers = watchRequests(page);
  const consoleErrors = collectConsoleErrors(page);
  const warning = page.getByRole("dialog", { name: "密码安全提醒" });
  const toasts = page.getByRole("alert");
  const enter = async () => {
    await page.goto("/account/accountList");
    await fillLogin(page, "13812345678", initial);
    await warning.getByText("请先修改初始密码，修改后才能继续使用").waitFor();
  };
  /** Calls refused meanwhile show no toast and no failed page. */
  const expectNoErrors = async () => {
    await page.getByText("修改成功后，本页会自动加载。").waitFor();
    await waitForAnswers();
    expect(await toasts.allTextContents()).toEqual([]);
    expect(await page.getByText("加载失败").count()).toBe(0);
    expect(await page.title()).toBe("修改初始密码 - 后台管理");
  };

  await enter();
  await expectNoErrors();
  for (const size of [laptop.viewport, { width: 360, height: 640 }]) {
    await page.setViewportSize(size);
    const heading = page.getByRole("heading", { name: "请先修改初始密码" });
    await expect.poll(async () => (await getTop(warning)) - (await getBottom(heading))).toBeGreaterThan(0);
  }
  await page.setViewportSize(laptop.viewport);
  await warning.getByRole("button", { name: "退出登录" }).click();
  await page.getByRole("button", { name: "登 录" }).waitFor();
  await enter();
  await page.reload();
  await warning.getByText("请先修改初始密码，修改后才能继续使用").waitFor();
  await expectNoErrors();

  const ignored = page.waitForResponse("**/checkPwdStatus/ignore");
  await warning.getByRole("button", { name: "忽略" }).click();
  expect(await (await ignored).json()).toMatchObject({ state: -1, message: "请先修改初始密码" });
  await toasts.getByText("请先修改初始密码", { exact: true }).waitFor();
  expect(await warning.isVisible()).toBe(true);

  // A second tab, on the page that opens flights over the WebSocket.
  const other = await context.newPage();
  const otherConsoleErrors = collectConsoleErrors(other);
  const refusal = waitForRefusedFrame(other);
  await other.goto("/page/page");
  await refusal;
  await other.getByRole("dialog", { name: "密码安全提醒" }).waitFor();
  expect(await other.getByRole("alert").allTextContents()).toEqual([]);

  await warning.getByRole("button", { name: "去修改" }).click();
  const form = page.getByRole("dialog", { name: "修改密码" });
  await form.getByRole("button", { name: "取消" }).click();
  await warning.getByRole("button", { name: "去修改" }).click();
  const fill = (name: string, text: string) => form.getByRole("textbox", { name, exact: true }).fill(text);
  await fill("原密码", initial);
  await fill("新密码", "aaaaaaaa");
  await form.getByText("这个密码容易被猜到，提交后会被拒绝，请换一个。").waitFor();
  await fill("新密码", "Sky-Lantern-58");
  await fill("确认新密码", "Sky-Lantern-58");
  const listResponse = page.waitForResponse("**/wms/api/company/pageList");
  const userInfoResponse = page.waitForResponse("**/user/info");
  await form.getByRole("button", { name: "确定" }).click();
  await page.getByText("密码修改成功，下次登录生效").waitFor();
  expect(await (await listResponse).json()).toMatchObject({ state: 0 });
  expect(await (await userInfoResponse).json()).toMatchObject({ code: 20_000 });
  await page.getByRole("columnheader", { name: "企业名称" }).waitFor();
  await page.getByText("修改成功后，本页会自动加载。").waitFor({ state: "detached" });
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  expect(await page.getByText("加载失败").count()).toBe(0);
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  expect(page.url()).toBe(`${server.url}/account/accountList`);
  await other.getByRole("region", { name: "任务列表" }).waitFor();
  await expect.poll(() => other.getByRole("dialog").count()).toBe(0);
  expect([...consoleErrors.unexpected(), ...otherConsoleErrors.unexpected()]).toEqual([]);
  await context.close();
});

/** Resolves when the server sends an error frame (type 9) over the page's WebSocket. */
const waitForRefusedFrame = async (page: Page) => {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived", ({ payload }) => String(payload).startsWith('{"type":9,'));
};

const getBox = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error("not visible");
  return box;
};
const getTop = async (part: Locator) => (await getBox(part)).y;
const getBottom = async (part: Locator) => {
  const { y, height } = await getBox(part);
  return y + height;
};
