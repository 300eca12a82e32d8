import { expect } from "vitest";
import { startBasePathProxy } from "../browser/basePathProxy.ts";
import { test as base } from "../browser/browserTest.ts";
import { plainHost } from "../browser/openContext.ts";
import { signIn } from "../browser/signIn.ts";
import { createDemoFolder } from "../process/createDemoFolder.ts";
import { type ServerProcess, startServer } from "../process/serverProcess.ts";
import { createScreen } from "./wall/createScreen.ts";

const test = base.extend("server", { scope: "file" }, async ({}, { onCleanup }): Promise<ServerProcess> => {
  const data = createDemoFolder();
  const server = await startServer({ dataDir: data.path, env: { BASE_PATH: "/console/", FLEET: "6" } });
  onCleanup(async () => {
    await server.stop();
    data[Symbol.dispose]();
  });
  return server;
});

test("the console and a screen live below a path, over plain HTTP, and ask for nothing beside it", async ({
  page,
  openPage,
  server,
  consoleErrors,
}) => {
  // Headers that are for HTTPS.
  consoleErrors.allow(/origin was untrustworthy|could not be origin-keyed/);
  await using proxy = await startBasePathProxy(server.port, "/console/");
  const at = (path: string) => `http://${plainHost}:${new URL(proxy.origin).port}/console${path}`;
  // The address that was asked for outlives the sign-in and a reload.
  await signIn(page, "admin", at("/goods/goodsList"));
  await page.waitForURL(at("/goods/goodsList"));
  for (const load of [async () => null, () => page.reload()]) {
    await load();
    const cover = page.getByRole("img", { name: /的封面$/ }).first();
    await expect.poll(() => cover.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole("dialog").getByRole("button", { name: "忽略" }).click();
  await page.getByRole("toolbar").getByRole("button", { name: "导出", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "导出商品" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "开始导出" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^商品.*\.xlsx$/);

  const archive = page.waitForResponse(at("/map/china.pmtiles"));
  await page.goto(at("/page/page"));
  await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
  await page
    .getByText(/^飞行中 [1-9]/)
    .first()
    .waitFor();
  expect((await archive).status()).toBe(206);
  // Links that a person opens in a new tab, on a list of orders with companies, phones and files.
  await page.goto(at("/order/orderList"));
  await page.getByRole("row").nth(1).waitFor();
  const links = await page
    .locator("a[href^='/']")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !link.startsWith("/console/"))).toEqual([]);

  const screen = { width: 1920, height: 1080 };
  const wall = await openPage({ stored: [], screen });
  await wall.goto(at(`/wall#${await createScreen(server.url, "map")}`));
  await wall.getByText("在空").waitFor();
  await wall.locator("[data-old]").waitFor({ state: "detached" });
  await wall.reload();
  await wall.locator("[data-old]").waitFor({ state: "detached" });
  expect(proxy.sockets.toSorted()).toEqual(expect.arrayContaining(["/console/wall/ws", "/console/ws"]));
  expect(proxy.strays).toEqual([]);
});

test("the server's own root and the path without its slash lead to the console", { tags: "full" }, async ({
  page,
  server,
}) => {
  const origin = `http://127.0.0.1:${server.port}`;
  for (const address of [origin, `${origin}/console`]) {
    await page.goto(address);
    await page.getByRole("button", { name: "登 录" }).waitFor();
    expect(page.url()).toBe(`${origin}/console/`);
  }
});
