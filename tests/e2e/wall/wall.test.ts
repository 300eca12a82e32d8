import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { signIn } from "../../browser/signIn.ts";
import { startFlakyProxy } from "../../live/harness/flakyProxy.ts";

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
const getClock = (wall: Page) => wall.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

test("a screen is made, opened by its link, watched, and revoked", async ({ page, openPage }) => {
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
  expect(await wall.context().cookies()).toMatchObject([
    { name: "wall", value: token, httpOnly: true, path: "/wall", sameSite: "Strict" },
  ]);

  await expect
    .poll(
      async () => {
        await page.getByRole("button", { name: "刷新", exact: true }).first().click();
        return getRow(page, "东墙").getByText("在线").isVisible();
      },
      { timeout: 45_000, interval: 3_000 },
    )
    .toBe(true);

  // The cookie alone brings the screen back, also on another layout.
  await wall.goto(new URL("/wall/tasks", link).href);
  await wall.getByRole("columnheader", { name: "链路" }).waitFor();

  await getRow(page, "东墙").getByRole("button", { name: "停用" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "停用" }).click();
  await wall.getByText("屏幕已停用，请联系运维").waitFor();
  await wall.reload();
  await wall.getByText("屏幕已停用，请联系运维").waitFor();
}, 120_000);

test("logins and logouts in the same browser do not touch the screen", async ({ page }) => {
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

test("a token that was never issued leads to the root", async ({ page, server, consoleErrors }) => {
  consoleErrors.allow(/401 \(Unauthorized\)/);
  // Headless Chromium has no screen to keep on.
  consoleErrors.allow(/无法保持屏幕常亮/);
  await page.goto(`${server.url}/wall#${"A".repeat(43)}`);
  await page.getByRole("button", { name: "登 录" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

describe("The picture", () => {
  /** Pixels of a picture that have a colour. */
  const countColoured = (wall: Page, png: string) =>
    wall.evaluate(async (source) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("The browser has no canvas");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let coloured = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
        if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) coloured += 1;
      }
      return coloured;
    }, png);

  test("has no colour and says since when while data are old, and heals by itself", async ({
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
    const picture = wall.locator("header").locator("..");
    const shoot = async () => (await picture.screenshot()).toString("base64");
    await expect
      .poll(async () => countColoured(wall, await shoot()), { timeout: 20_000 })
      .toBeGreaterThan(1_000);

    proxy.disconnect();
    await wall.getByText(/^数据已中断 \d\d:\d\d:\d\d$/).waitFor({ timeout: 25_000 });
    await wall.getByText(/最后更新 \d\d:\d\d:\d\d，正在自动重连/).waitFor();
    expect(await countColoured(wall, await shoot())).toBe(0);

    proxy.restore();
    await wall.getByText(/数据已中断/).waitFor({ state: "detached", timeout: 25_000 });
    expect(await countColoured(wall, await shoot())).toBeGreaterThan(1_000);
    await proxy.close();
  }, 120_000);

  /** Texts that are smaller or paler than they may be, walked over the whole document. */
  const findIllegible = (wall: Page) =>
    wall.evaluate(() => {
      const main = document.querySelector("main");
      if (!main) throw new Error("There is no wall");
      const arcMinutePx = Number.parseFloat(getComputedStyle(main).getPropertyValue("--arcmin"));
      const parseColour = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number);
      const getLuminance = (colour: readonly number[]) => {
        const [red = 0, green = 0, blue = 0] = colour.map((part) => {
          const share = part / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const getGround = (element: Element | null): readonly number[] => {
        for (let each = element; each; each = each.parentElement) {
          const colour = parseColour(getComputedStyle(each).backgroundColor);
          if ((colour[3] ?? 1) > 0.5) return colour;
        }
        return [255, 255, 255];
      };
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      const bad: string[] = [];
      let walked = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? "";
        const parent = node.parentElement;
        if (text === "" || !parent || parent.getClientRects().length === 0) continue;
        walked += 1;
        const style = getComputedStyle(parent);
        const minutes = Number.parseFloat(style.fontSize) / arcMinutePx;
        if (minutes < (/\p{Script=Han}/u.test(text) ? 22 : 20) - 0.01) bad.push(`${text}: ${minutes}′`);
        const levels = [parseColour(style.color).slice(0, 3), getGround(parent).slice(0, 3)].map(
          getLuminance,
        );
        const ratio = (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
        if (ratio < 7) bad.push(`${text}: contrast ${ratio.toFixed(1)}`);
        const box = parent.getBoundingClientRect();
        if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
          bad.push(`${text}: outside of the screen`);
      }
      return { walked, bad };
    });

  test("is legible at 4 m in every layout, at 1080p and 4K", async ({ page, openPage }) => {
    await signIn(page, "maintainer", "/screens");
    const link = await makeScreen(page, "字号屏 大屏名称很长很长的时候也要放得下不能换行");
    for (const screen of [fullHd, screenOf(3840, 2160)]) {
      const wall = await openPage(screen);
      await wall.goto(link);
      await getClock(wall).waitFor();
      for (const layout of ["map", "tasks", "alarms", "overview"]) {
        await wall.goto(new URL(`/wall/${layout}`, link).href);
        await getClock(wall).waitFor();
        await wall.getByText(/正在读取/).waitFor({ state: "detached" });
        const { walked, bad } = await findIllegible(wall);
        expect([layout, bad]).toEqual([layout, []]);
        expect(walked).toBeGreaterThan(3);
      }
    }
  }, 120_000);
});
