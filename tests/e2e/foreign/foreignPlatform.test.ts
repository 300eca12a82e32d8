import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { laptop } from "../../browser/laptop.ts";
import { launchChromium } from "../../browser/launchChromium.ts";
import { openMenuGroup } from "../../browser/openMenuGroup.ts";
import { fillLogin } from "../../browser/signIn.ts";
import { watchRequests } from "../../browser/watchRequests.ts";
import { type ForeignPlatformOptions, startForeignPlatform } from "../../foreign/foreignPlatform.ts";
import { startServer } from "../../process/serverProcess.ts";
import { specifiedPages } from "../menuPages.ts";
import { findFaults, openForeignConsole } from "./openForeignConsole.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());
const openConsole = (options?: ForeignPlatformOptions) => openForeignConsole(browser, options);

/** Of the odd answers each list has a row without an id. */
const oddLists = specifiedPages
  .map(({ title }) => title)
  .filter((title) => !/实时任务|统计|分布/.test(title));

describe.each([
  { variant: "smallest", ids: "various", tags: [], lists: [], emptyCharts: 0 },
  // Its channels are null, and a null list is an empty one.
  { variant: "odd", ids: "text", tags: ["full"], lists: oddLists, emptyCharts: 1 },
] as const)("a platform with the $variant answers", ({ variant, ids, tags, lists, emptyCharts }) => {
  test("shows each page of the menu without a fault, by the specification's calls alone", {
    tags: [...tags],
  }, async () => {
    await using opened = await openConsole({ variant, ids });
    const { page, platform } = opened;
    const waitForAnswers = watchRequests(page);
    const menu = page.getByRole("navigation", { name: "主菜单" });
    await menu.waitFor();
    const seen: Record<string, readonly string[]> = {};
    const leftOut: string[] = [];
    for (const { group, title } of specifiedPages) {
      const button = menu.getByRole("button", { name: group });
      await openMenuGroup(button);
      await menu.getByRole("link", { name: title, exact: true }).click();
      await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
      await waitForAnswers();
      seen[title] = await findFaults(page);
      if (
        (await page
          .getByText("有 1 行无法显示：平台的回答里没有它们的 id")
          .filter({ visible: true })
          .count()) > 0
      )
        leftOut.push(title);
    }
    expect(seen).toEqual(Object.fromEntries(specifiedPages.map(({ title }) => [title, []])));
    // Figures whose fields the specification does not have are unknown: neither nothing nor 0.
    expect(await page.getByText("平台没有给出这项统计").filter({ visible: true }).count()).toBe(1);
    expect(await page.getByText(/所选日期内没有数据|合计 0/).count()).toBe(emptyCharts);
    // The specification's own list of devices takes the place of ours.
    expect(platform.requestsOf("GET /iapi/device/list").length).toBeGreaterThan(0);
    expect(leftOut).toEqual(lists);
    expect(platform.requests.filter(({ call }) => call === undefined)).toEqual([]);
    // Fields that only this project's platform knows.
    const bodies = platform.requests.map(({ rawBody }) => String(rawBody ?? ""));
    expect(bodies.filter((body) => /"(?:requestId|version|brief)"/.test(body))).toEqual([]);
  });
});

test("a line that nothing answers stays open with its heartbeats, draws positions, and ends by type 6", {
  tags: "full",
}, async () => {
  await using opened = await openConsole();
  const { page, platform } = opened;
  await page.getByRole("img", { name: /实时连接正常/ }).waitFor();
  await page.getByText("飞行中 3").waitFor();
  const [taskId = ""] = platform.ids("liveTask");
  platform.sendTask(taskId, 4, { lat: 30.5, lng: 114.3, batPct: 60 });
  await page.getByText(/电量 60 ?%/).waitFor();
  await expect.poll(() => platform.socketMessages.filter(({ type }) => type === 2).length).toBeGreaterThan(1);
  expect(platform.socket.openCount()).toBe(1);
  expect(platform.socketMessages.filter(({ type }) => type === 1)).toHaveLength(1);
  platform.send({ type: 6 });
  await page.getByText("账号已在其他地方登录").first().waitFor();
  await page.getByRole("button", { name: "登 录" }).waitFor();
});

test("a platform whose roles are all unknown names them at the sign-in", { tags: ["full"] }, async () => {
  await using opened = await openConsole({ roles: ["editor", "guest"] });
  const { page, platform } = opened;
  await page.getByText("没有可用的角色：editor、guest").waitFor();
  expect(platform.requests.map(({ call }) => call)).toEqual(["POST /user/login"]);
});

test("records whose ids are texts open by their addresses", { tags: ["full"] }, async () => {
  await using opened = await openConsole({ ids: "text" });
  const { page, platform } = opened;
  await page.getByRole("navigation", { name: "主菜单" }).waitFor();
  const open = (address: string) => page.goto(new URL(address, page.url()).href);
  const [goods = ""] = platform.ids("goods");
  await open(`/goods/goodsList?detail=${encodeURIComponent(goods)}`);
  await page.getByRole("dialog").getByText("商品0").first().waitFor();
  expect(platform.requestsOf("GET /goodsInfo/details/{id}")[0]?.params).toEqual([goods]);
  const [company = ""] = platform.ids("company");
  await open(`/company/${encodeURIComponent(company)}`);
  await page.getByRole("heading", { name: "公司0" }).waitFor();
  expect(await findFaults(page)).toEqual([]);
});

test("a gateway below a path signs in at the platform, shows its lists and its live map", async () => {
  await using platform = { ...(await startForeignPlatform()), [Symbol.asyncDispose]: () => platform.close() };
  await using gateway = await startServer({
    // A gateway has no data.
    dataDir: "/nonexistent",
    env: {
      BASE_PATH: "/console/",
      UPSTREAM_API: new URL(platform.apiUrl).origin,
      UPSTREAM_DEVICE: platform.deviceUrl,
      UPSTREAM_HANGAR: platform.hangarUrl,
      UPSTREAM_PROXY: platform.proxyUrl,
      UPSTREAM_SOCKET: platform.socketUrl,
    },
  });
  const context = await browser.newContext(laptop);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("websocket", (socket) => asked.push(socket.url()));
  await page.goto(`${gateway.url}/account/accountList`);
  await fillLogin(page, platform.account.phoneNumber, platform.account.password);
  await page.getByText("公司0").first().waitFor();
  await page.goto(`${gateway.url}/page/page`);
  await page.getByRole("img", { name: /实时连接正常/ }).waitFor();
  await page.getByText("飞行中 3").waitFor();
  const [taskId = ""] = platform.ids("liveTask");
  platform.sendTask(taskId, 4, { lat: 30.5, lng: 114.3, batPct: 60 });
  await page.getByText(/电量 60 ?%/).waitFor();
  expect(await findFaults(page)).toEqual([]);
  const own = `//127.0.0.1:${gateway.port}/console/`;
  expect(asked.filter((url) => !/^(?:data|blob):/.test(url) && !url.includes(own))).toEqual([]);
});
