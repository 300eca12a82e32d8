import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { collectConsoleErrors } from "../../browser/consoleErrors.ts";
import { laptop } from "../../browser/laptop.ts";
import { signIn } from "../../browser/signIn.ts";
import { watchRequests } from "../../browser/watchRequests.ts";
import { startFlakyProxy } from "../../live/harness/flakyProxy.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { startServer } from "../../process/serverProcess.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

const getLiveLabel = (page: Page) => page.getByText("实时 · 平滑显示");
const getFlyingTasks = (page: Page) =>
  page.getByRole("region", { name: "任务列表" }).getByRole("listitem").filter({ hasText: "起飞 " });
const getDataAge = (page: Page) =>
  page.locator("dl div", { has: page.getByText("最近数据", { exact: true }) }).locator("strong");

async function openLivePage(page: Page, from = "/page/page") {
  await signIn(page, "duty", from);
  await getLiveLabel(page).waitFor();
  await getFlyingTasks(page).first().waitFor();
}

test("a half-open connection is detected, bridged by polling, and recovers", async ({
  page,
  server,
  consoleErrors,
}) => {
  consoleErrors.allow(/WebSocket/);
  const proxy = await startFlakyProxy(Number(new URL(server.url).port));
  await openLivePage(page, `${proxy.origin}/page/page`);
  proxy.freeze();
  // The head knows as soon as the map does.
  await page.getByRole("img", { name: "连接状态：服务器没有响应，正在确认" }).waitFor();
  await page.getByText(/数据已停止更新（自 \d\d:\d\d:\d\d 起）/).waitFor();
  await page.getByText(/实时连接中断（自 \d\d:\d\d:\d\d 起），改为每 4 秒查询一次/).waitFor();
  proxy.restore();
  await getLiveLabel(page).waitFor();
  await proxy.close();
});

test("where the list fails, its numbers come with the frames, and what nobody has read is a dash", {
  tags: "full",
}, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 503/);
  await page.route("**/task/start/list", (route) => route.fulfill({ status: 503 }));
  await signIn(page, "duty", "/page/page");
  await page.getByText("任务列表读取失败，正在自动重试。无人机位置仍在实时更新。").waitFor();
  await page.getByRole("heading", { name: /^飞行中 [1-9]\d*$/ }).waitFor();
  await page.getByRole("button", { name: /^失联 \d+$/ }).waitFor();
  await page.getByRole("heading", { name: "待起飞（2 小时内）—" }).waitFor();
});

test("the coordinates under a resting pointer are those of the map that moves below it", {
  tags: "full",
}, async ({ page }) => {
  await openLivePage(page);
  const map = page.getByRole("application");
  const coordinates = page.getByText(/^-?\d+\.\d{6}, -?\d+\.\d{6}$/);
  await map.hover();
  await coordinates.waitFor();
  const before = await coordinates.textContent();
  await map.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => coordinates.textContent()).not.toBe(before);
});

test("flights reappear by themselves after a server restart", { tags: "full" }, async ({ browser }) => {
  using data = createDemoFolder();
  await using first = await startServer({ dataDir: data.path, env: { FLEET: "8" } });
  const context = await browser.newContext({ ...laptop, baseURL: first.url });
  const page = await context.newPage();
  const waitForAnswers = watchRequests(page);
  const consoleErrors = collectConsoleErrors(page);
  consoleErrors.allow(/ERR_CONNECTION|WebSocket connection|Failed to load resource/);
  await openLivePage(page);
  await getFlyingTasks(page).first().getByRole("button").click();
  await getDataAge(page).waitFor();
  // Code that is loaded when the browser is idle.
  await page.getByRole("button", { name: /^通知/ }).waitFor();
  await waitForAnswers();
  await first.stop("SIGKILL");
  await page.getByText(/实时连接中断（自 \d\d:\d\d:\d\d 起），改为/).waitFor();
  await page.getByText("任务列表读取失败，正在自动重试；下面是最后一次读到的内容。").waitFor();
  await using second = await startServer({ dataDir: data.path, port: first.port, env: { FLEET: "8" } });
  await getLiveLabel(page).waitFor();
  await page.getByText("任务列表读取失败").waitFor({ state: "detached" });
  await getFlyingTasks(page).first().getByRole("button").click();
  await expect.poll(() => getDataAge(page).textContent()).toMatch(/^\d\.\d 秒前$/);
  consoleErrors.expectNone();
  await context.close();
  await second.stop();
});

test("a task panel whose code and styles fail to load shows an error, the map stays live, and the panel loads once the server responds", {
  tags: "full",
}, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/ERR_FAILED|status of 503|dynamically imported module|preload CSS/);
  const code = /\/assets\/TaskPanel-[^/]*\.(?:js|css)$/;
  // A proxy's 503 for the styles: an empty sheet that counts as loaded.
  await page.route(code, (route) =>
    route.request().url().endsWith(".css") ? route.fulfill({ status: 503 }) : route.abort(),
  );
  await openLivePage(page);
  await getFlyingTasks(page).first().getByRole("button").click();
  await page.getByText(/这部分内容没有加载出来，正在自动重试/).waitFor();
  await getLiveLabel(page).waitFor();
  await getFlyingTasks(page).first().waitFor();
  await page.unroute(code);
  const panel = page.getByRole("region", { name: /^任务 / });
  await panel.waitFor();
  // The styles have loaded too, not only the text.
  expect(await panel.evaluate((one) => getComputedStyle(one).display)).toBe("flex");
  await getDataAge(page).waitFor();
});

test("zones that failed to load during a database outage are retried by themselves", {
  tags: "full",
}, async ({ page, consoleErrors }) => {
  consoleErrors.allow(/status of 503/);
  const unavailable = { state: -1, message: "数据库暂时不可用，请稍后再试", data: null };
  await page.route("**/controlZone/**", (route) => route.fulfill({ status: 503, json: unavailable }));
  const firstResponse = page.waitForResponse((one) => one.url().includes("/controlZone/"));
  await openLivePage(page);
  expect((await firstResponse).status()).toBe(503);
  await page.unroute("**/controlZone/**");
  // A retry may have been under way.
  await page.waitForResponse((one) => one.url().includes("/controlZone/") && one.ok());
});

test("a browser clock that is an hour fast does not make data look old", { tags: "full" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const hour = 3_600_000;
    const realNow = Date.now.bind(Date);
    Date.now = () => realNow() + hour;
  });
  await openLivePage(page);
  await getFlyingTasks(page).filter({ hasText: "航线飞行" }).first().getByRole("button").click();
  await expect.poll(() => getDataAge(page).textContent()).toMatch(/^\d\.\d 秒前$/);
  await page.getByRole("button", { name: "全部飞行数据" }).click();
  const position = page.getByRole("region", { name: "位置", exact: true });
  await expect.poll(() => position.textContent()).toMatch(/位置\d\.\d 秒前/);
});

test("a browser without canvas shows the flights as a table that keeps updating", { tags: "full" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openLivePage(page);
  await page.getByText("此浏览器无法绘制地图，下面以表格显示每架无人机的位置。").waitFor();
  const row = page
    .getByRole("region", { name: "在飞无人机" })
    .getByRole("row")
    .filter({ hasText: "航线飞行" })
    .first();
  await expect.poll(() => row.textContent()).toMatch(/\d+ %0?\d*\.\d 秒前$/);
  const before = await row.textContent();
  await expect.poll(() => row.textContent()).not.toBe(before);
});
