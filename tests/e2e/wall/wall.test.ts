import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { signIn } from "../../browser/signIn.ts";
import { waitForStable } from "../../browser/waitForStable.ts";
import { startFlakyProxy } from "../../live/harness/flakyProxy.ts";
import { countColoured, findIllegible } from "./pictureChecks.ts";

const test = base.extend("withFlights", { scope: "file" }, true);
const screenOf = (width: number, height: number) => ({ stored: [], screen: { width, height } });
const fullHd = screenOf(1920, 1080);

/** Makes a screen on /screens, as a person does; returns its link. */
async function makeScreen(page: Page, name: string, layout = "地图"): Promise<string> {
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "新增大屏" });
  await dialog.getByLabel("名称").fill(name);
  await dialog.getByRole("combobox", { name: "布局" }).click();
  await page.getByRole("option", { name: layout }).click();
  await dialog.getByRole("button", { name: "保存" }).click();
  await dialog.getByRole("img", { name: "大屏链接二维码" }).waitFor();
  const link = await dialog.locator("code").innerText();
  await dialog.getByRole("button", { name: "我已保存，关闭" }).click();
  return link;
}
const getRow = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** Opens the form of an action in the row's menu. */
async function openAction(page: Page, name: string, action: string): Promise<Locator> {
  await getRow(page, name)
    .getByRole("button", { name: `更多操作 ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
  return page.getByRole("dialog");
}
const getClock = (wall: Page) => wall.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

test("a screen is made, opened by its link once, watched, given a new link, revoked and used again", async ({
  page,
  openPage,
}) => {
  await signIn(page, "maintainer", "/screens");
  const link = await makeScreen(page, "东墙");
  expect(link).toMatch(/\/wall#[\w-]{43}$/);
  const token = link.split("#")[1] ?? "";

  const wall = await openPage(fullHd);
  await wall.goto(link);
  await wall.getByText("在空").waitFor();
  await getClock(wall).waitFor();
  await wall.locator("[data-old]").waitFor({ state: "detached" });
  // The token is in no address, and where no script can read it.
  expect(wall.url()).toMatch(/\/wall$/);
  const readable = await wall.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  expect(readable).not.toContain(token);
  const cookies = await wall.context().cookies();
  expect(cookies).toMatchObject([{ name: "wall", httpOnly: true, path: "/wall", sameSite: "Strict" }]);
  expect(cookies[0]?.value).not.toBe(token);

  // A link is for one use: whoever comes second is refused, and told of on the list.
  const second = await openPage(fullHd);
  await second.goto(link);
  await second.getByText(/^已有人打开过此链接；请运维/).waitFor();
  await second.close();

  await expect
    .poll(
      async () => {
        await page.getByRole("button", { name: "刷新", exact: true }).first().click();
        const row = getRow(page, "东墙");
        return (await row.getByText("在线").isVisible()) && row.getByText("打开被拒").isVisible();
      },
      { interval: 3_000 },
    )
    .toBe(true);

  // The cookie alone brings the screen back, also on another layout.
  await wall.goto(new URL("/wall/tasks", link).href);
  await wall.getByRole("columnheader", { name: "链路" }).waitFor();

  // Another picture than the one that was asked for would be taken for it.
  await wall.goto(new URL("/wall/cinema", link).href);
  await wall.getByText(/^地址中的布局“cinema”不存在。可用：map 地图/).waitFor();
  await wall.goto(new URL("/wall/map+tasks", link).href);
  await wall.getByRole("region", { name: "地图" }).waitFor();
  await wall.getByRole("columnheader", { name: "链路" }).waitFor();

  // A new link ends the screen at once, and brings it back in the same window.
  const renewal = await openAction(page, "东墙", "新链接");
  await renewal.getByRole("button", { name: "重新生成" }).click();
  await wall.getByText(/^此浏览器不是大屏，或者已换新链接/).waitFor();
  const { hash } = new URL(await renewal.locator("code").innerText());
  await wall.evaluate((next) => {
    location.hash = next;
  }, hash);
  await wall.getByRole("columnheader", { name: "链路" }).waitFor();
  await renewal.getByRole("button", { name: "我已保存，关闭" }).click();

  const revocation = await openAction(page, "东墙", "停用");
  await revocation.getByRole("button", { name: "停用" }).click();
  await wall.getByText("屏幕已停用，请联系运维").waitFor();
  await wall.reload();
  await wall.getByText("屏幕已停用，请联系运维").waitFor();
  await getRow(page, "东墙").getByRole("button", { name: "启用" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "启用" }).click();
  await wall.reload();
  await getClock(wall).waitFor();
});

test("logins and logouts in the same browser do not touch the screen", { tags: "full" }, async ({ page }) => {
  await signIn(page, "maintainer", "/screens");
  const link = await makeScreen(page, "同机屏");
  const wall = await page.context().newPage();
  await wall.goto(link);
  await wall.getByText("在空").waitFor();
  await page.getByRole("button", { name: /郑海涛/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await page.getByLabel("手机号").waitFor();
  await wall.reload();
  await wall.getByText("在空").waitFor();
});

test("an answer may take as long as the configuration says", { tags: "full" }, async ({ page, openPage }) => {
  await signIn(page, "maintainer", "/screens");
  const link = await makeScreen(page, "慢线屏");
  const wall = await openPage(fullHd);
  await wall.route("**/config.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), requestTimeoutMs: 20_000 } });
  });
  await wall.route("**/wall/api/session", async (route) => {
    await wait(6_000);
    await route.continue();
  });
  const refused: string[] = [];
  wall.on("requestfailed", (request) => refused.push(request.url()));
  await wall.goto(link);
  await wall.getByText("在空").waitFor();
  expect(refused.filter((url) => url.endsWith("/session"))).toEqual([]);
});

test("a token that was never issued shows what to do, not the login", async ({
  page,
  server,
  consoleErrors,
}) => {
  consoleErrors.allow(/401 \(Unauthorized\)/);
  // Headless Chromium has no screen to keep on.
  consoleErrors.allow(/无法保持屏幕常亮/);
  await page.goto(`${server.url}/wall#${"A".repeat(43)}`);
  await page.getByText("链接无效或已被新链接取代，请运维在「大屏」中重新生成").waitFor();
  expect(new URL(page.url()).hash).toBe("");
});

describe("The picture", () => {
  test("has no colour and says since when while data are old, and heals by itself", { tags: "full" }, async ({
    page,
    server,
    openPage,
  }) => {
    await signIn(page, "maintainer", "/screens");
    const link = new URL(await makeScreen(page, "断线屏"));
    const proxy = await startFlakyProxy(Number(new URL(server.url).port), "GET /wall/ws");
    const wall = await openPage(fullHd);
    await wall.goto(`${proxy.origin}${link.pathname}${link.hash}`);
    await wall.getByText("在空").waitFor();
    // Its code and tiles come after the figures.
    await wall.locator(".ol-viewport canvas").first().waitFor();
    const picture = wall.locator("header").locator("..");
    const shoot = async () => (await picture.screenshot()).toString("base64");
    await expect.poll(async () => countColoured(wall, await shoot())).toBeGreaterThan(1_000);

    proxy.disconnect();
    await wall.getByText(/^数据已中断 \d\d:\d\d:\d\d$/).waitFor();
    await wall.getByText(/最后更新 \d\d:\d\d:\d\d，正在自动重连/).waitFor();
    await expect.poll(async () => countColoured(wall, await shoot())).toBe(0);

    proxy.restore();
    await wall.getByText(/数据已中断/).waitFor({ state: "detached" });
    await expect.poll(async () => countColoured(wall, await shoot())).toBeGreaterThan(1_000);
    await proxy.close();
  });

  test("greys figures that are old and says since when, and heals by itself", { tags: "full" }, async ({
    page,
    openPage,
    consoleErrors,
  }) => {
    consoleErrors.allow(/503|概览读取失败/);
    await signIn(page, "maintainer", "/screens");
    const link = await makeScreen(page, "统计屏", "概览");
    const wall = await openPage(fullHd);
    let isBroken = false;
    await wall.route("**/wall/graphql", (route) =>
      isBroken ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    );
    await wall.goto(link);
    await wall.getByText("在空").waitFor();
    isBroken = true;
    const note = wall.getByText(/^统计最后更新$/);
    await note.waitFor();
    // The live data are not broken.
    expect(await wall.getByText(/^数据已中断/).count()).toBe(0);
    const filters = await wall
      .locator("dl > div:not(:first-child), [role=img]")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).filter));
    expect(filters.length).toBeGreaterThan(5);
    expect([...new Set(filters)]).toEqual(["grayscale(1) brightness(0.55)"]);
    isBroken = false;
    await note.waitFor({ state: "detached" });
  });

  test("of one map on four screens is cut into equal parts", { tags: "full" }, async ({ page, openPage }) => {
    await signIn(page, "maintainer", "/screens");
    const sizes: (readonly number[])[] = [];
    // One with the figures, one without.
    for (const part of ["2x2-0-0", "2x2-1-1"]) {
      const link = await makeScreen(page, `四联屏 ${part}`);
      const wall = await openPage(fullHd);
      await wall.goto(link.replace("#", `/map?part=${part}#`));
      const [map, figures] = [wall.getByRole("region", { name: "地图" }), wall.getByText("在空")];
      await map.waitFor();
      if (part === "2x2-0-0") await figures.waitFor();
      expect(await figures.count()).toBe(part === "2x2-0-0" ? 1 : 0);
      await waitForStable(map);
      const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
      sizes.push([width, height]);
      // Each draws the whole map.
      await wall.close();
    }
    const [, second] = sizes;
    expect(sizes).toEqual([[1920, expect.closeTo(second?.[1] ?? 0, 0)], second]);
  });

  test("is legible at 4 m and whole in every layout and shape", { tags: "full" }, async ({
    page,
    openPage,
  }) => {
    await signIn(page, "maintainer", "/screens");
    const screens = [fullHd, screenOf(3840, 2160), screenOf(3840, 1080), screenOf(1080, 1920)];
    for (const [nth, screen] of screens.entries()) {
      const link = await makeScreen(page, `字号屏 ${nth} 大屏名称很长很长的时候也要放得下不能换行`);
      const wall = await openPage(screen);
      await wall.goto(link);
      await getClock(wall).waitFor();
      for (const layout of ["map", "tasks", "alarms", "overview", "map+alarms", "video4", "video9"]) {
        await wall.goto(new URL(`/wall/${layout}`, link).href);
        await getClock(wall).waitFor();
        await expect.poll(() => wall.getByText(/正在读取/).count()).toBe(0);
        const strip = wall.getByRole("img", { name: /^近 24 小时架次 \d+.*；告警 \d+ 条/ });
        if (layout === "map" || layout === "overview") await strip.waitFor();
        if (/map|overview/.test(layout)) await wall.getByText(/^审图号：GS\(2024\)0650号/).waitFor();
        // Tables count their rows, and figures find their size, once they are there.
        const find = async () => ({ layout, ...(await findIllegible(wall)) });
        await expect.poll(find).toMatchObject({ layout, bad: [] });
        expect((await find()).walked).toBeGreaterThan(3);
      }
      // Its nine pictures would slow the next page down.
      await wall.close();
    }
  });
});
