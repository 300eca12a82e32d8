import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { collectConsoleErrors } from "../../browser/consoleErrors.ts";
import { laptop } from "../../browser/laptop.ts";
import { signIn } from "../../browser/signIn.ts";
import { startFlakyProxy } from "../../live/harness/flakyProxy.ts";
import { createDemoFolder } from "../../process/createDemoFolder.ts";
import { startServer } from "../../process/serverProcess.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

const getLiveLabel = (page: Page) => page.getByText("实时 · 平滑显示");
const getFlyingTasks = (page: Page) =>
  page.getByRole("region", { name: "任务列表" }).getByRole("listitem").filter({ hasText: "起飞 " });
const getDataAge = (page: Page) =>
  page.locator("dl div", { has: page.getByText("数据时间", { exact: true }) }).locator("strong");

async function openLivePage(page: Page, from = "/") {
  await signIn(page, "duty", from);
  await getLiveLabel(page).waitFor();
  await getFlyingTasks(page).first().waitFor();
}

test("a line that is half open is noticed, asked past, and comes back", async ({
  page,
  server,
  consoleErrors,
}) => {
  consoleErrors.allow(/WebSocket/);
  const proxy = await startFlakyProxy(Number(new URL(server.url).port));
  await openLivePage(page, `${proxy.origin}/`);
  proxy.freeze();
  await page.getByText(/数据已停止更新（自 \d\d:\d\d:\d\d 起）/).waitFor({ timeout: 15_000 });
  await page
    .getByText(/实时连接已断开（自 \d\d:\d\d:\d\d 起），改为每 4 秒查询一次/)
    .waitFor({ timeout: 40_000 });
  proxy.restore();
  await getLiveLabel(page).waitFor({ timeout: 40_000 });
  await proxy.close();
});

test("a server that starts again shows its flights again, by itself", async ({ browser }) => {
  using data = await createDemoFolder();
  await using first = await startServer({ dataDir: data.at, env: { FLEET: "8" } });
  const context = await browser.newContext({ ...laptop, baseURL: first.url });
  const page = await context.newPage();
  const consoleErrors = collectConsoleErrors(page);
  consoleErrors.allow(/ERR_CONNECTION|WebSocket connection|Failed to load resource/);
  await openLivePage(page);
  await getFlyingTasks(page).first().getByRole("button").click();
  await getDataAge(page).waitFor();
  await first.stop("SIGKILL");
  await page.getByText(/实时连接已断开（自 \d\d:\d\d:\d\d 起）/).waitFor();
  await page.getByText("任务列表读取失败，正在自动重试；下面是最后一次读到的内容。").waitFor();
  await using second = await startServer({ dataDir: data.at, port: first.port, env: { FLEET: "8" } });
  await getLiveLabel(page).waitFor({ timeout: 40_000 });
  await page.getByText("任务列表读取失败").waitFor({ state: "detached", timeout: 40_000 });
  await getFlyingTasks(page).first().getByRole("button").click();
  await expect.poll(() => getDataAge(page).textContent(), { timeout: 20_000 }).toMatch(/^\d\.\d 秒前$/);
  consoleErrors.expectNone();
  await context.close();
  await second.stop();
});

test("a task's panel whose code and styles cannot be had says so, the map goes on, and the panel comes with the server", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/ERR_FAILED|status of 503|dynamically imported module|preload CSS/);
  const code = /\/assets\/TaskPanel-[^/]*\.(?:js|css)$/;
  // The styles as a proxy answers for a server that is away: an empty sheet, which looks as if it was read.
  await page.route(code, (route) =>
    route.request().url().endsWith(".css") ? route.fulfill({ status: 503 }) : route.abort(),
  );
  await openLivePage(page);
  await getFlyingTasks(page).first().getByRole("button").click();
  await page.getByText(/这部分内容没有加载出来，正在自动重试/).waitFor();
  expect(await getLiveLabel(page).isVisible()).toBe(true);
  expect(await getFlyingTasks(page).first().isVisible()).toBe(true);
  await page.unroute(code);
  const panel = page.getByRole("region", { name: /^任务 / });
  await panel.waitFor({ timeout: 60_000 });
  // Its own styles, not only its words.
  expect(await panel.evaluate((one) => getComputedStyle(one).display)).toBe("flex");
  await getDataAge(page).waitFor();
});

test("zones that could not be read while the database was away are read again by themselves", async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.allow(/status of 503/);
  const away = { state: -1, message: "数据库暂时不可用，请稍后再试", data: null };
  await page.route("**/controlZone/**", (route) => route.fulfill({ status: 503, json: away }));
  const refused = page.waitForResponse((one) => one.url().includes("/controlZone/"));
  await openLivePage(page);
  expect((await refused).status()).toBe(503);
  await page.unroute("**/controlZone/**");
  const read = await page.waitForResponse((one) => one.url().includes("/controlZone/"), { timeout: 20_000 });
  expect(read.status()).toBe(200);
});

test("a clock on the page that is an hour wrong makes nothing older", async ({ page }) => {
  await page.addInitScript(() => {
    const hour = 3_600_000;
    const right = Date.now.bind(Date);
    Date.now = () => right() + hour;
  });
  await openLivePage(page);
  await getFlyingTasks(page).filter({ hasText: "航线飞行" }).first().getByRole("button").click();
  await expect.poll(() => getDataAge(page).textContent(), { timeout: 20_000 }).toMatch(/^\d\.\d 秒前$/);
  await page.getByRole("button", { name: "全部飞行数据" }).click();
  const position = page.getByRole("region", { name: "位置", exact: true });
  await expect.poll(() => position.textContent()).toMatch(/位置\d\.\d 秒前/);
});

test("a browser that can draw nothing gets the flights as a table, which goes on", async ({ page }) => {
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
  await expect.poll(() => row.textContent(), { timeout: 15_000 }).not.toBe(before);
});
