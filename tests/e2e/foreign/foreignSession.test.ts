/** @module-tag full */

import { createHash } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { launchChromium } from "../../browser/launchChromium.ts";
import { openMenuGroup } from "../../browser/openMenuGroup.ts";
import { watchRequests } from "../../browser/watchRequests.ts";
import { specifiedPages } from "../menuPages.ts";
import { openForeignConsole } from "./openForeignConsole.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const menuOf = (page: Page) => page.getByRole("navigation", { name: "主菜单" });

test("the sign-in and the calls after it carry the specified fields and headers", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  await menuOf(page).waitFor();
  const waitForAnswers = watchRequests(page);
  await page.goto(new URL("/operate/airport", page.url()).href);
  await page.getByText("设备0").first().waitFor();
  await waitForAnswers();
  const [login, ...others] = platform.requests;
  const password = createHash("md5").update(platform.account.password).digest("hex");
  expect(login?.body).toEqual({ phoneNumber: platform.account.phoneNumber, password });
  expect(login?.headers).toMatchObject({ "u-platform": "web" });
  const token = platform.tokens[0];
  expect(others.length).toBeGreaterThan(1);
  for (const { headers } of others)
    expect(headers).toMatchObject({ authorization: token, "x-token": token, "u-token": expect.any(String) });
  expect(others.filter(({ headers }) => "u-platform" in headers)).toEqual([]);
  // Each host gets its own calls.
  const hosts = platform.requests.map(({ host, path }) => `${host} ${path.split("/").slice(0, 3).join("/")}`);
  const strays = hosts.filter((one) => !/^(?:api \/wms\/api|device \/iapi\/\w+)$/.test(one));
  expect(strays).toEqual([]);
  expect(hosts).toContain("device /iapi/device");
});

test("a sign-in through the proxy base goes there alone", async () => {
  await using opened = await openForeignConsole(browser, {}, { loginBase: "proxy" });
  const { page, platform } = opened;
  await menuOf(page).waitFor();
  expect(platform.requestsOf("POST /user/login").map(({ host }) => host)).toEqual(["proxy"]);
});

test.each([
  { type: 6 },
  { platform: "web", type: 6, userId: 1001, token: "t", taskId: null },
  { type: 6, at: "2026-11-28T08:00:00Z" },
  { type: "6", at: "2026-11-28 16:00:00" },
])("the message %j signs out", async (message) => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  await menuOf(page).waitFor();
  await expect.poll(() => platform.socket.openCount()).toBe(1);
  platform.send(message);
  await page.getByText("账号已在其他地方登录").first().waitFor();
  await page.getByRole("button", { name: "登 录" }).waitFor();
});

test("a search and a side host that refuses the token end no session", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  await menuOf(page).waitFor();
  platform.setAnswer("GET /iapi/device/list", { status: 401, text: "Unauthorized" });
  await page.goto(new URL("/operate/airport", page.url()).href);
  await page.getByText("身份验证失败，请关闭重新进入。").first().waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("textbox").fill("公司0");
  await page.getByRole("dialog").getByRole("button", { name: /公司0/ }).first().waitFor();
  await closePopup(page, page.getByRole("dialog"));
  await menuOf(page).waitFor();
  expect(platform.requests.filter(({ call }) => call === undefined)).toEqual([]);
});

test("no page shows a parser's words where each answer is broken", async () => {
  await using opened = await openForeignConsole(browser);
  const { page, platform } = opened;
  await menuOf(page).waitFor();
  const parserWords = /[{[]\s*"|invalid_type|"path"|expected|\bNaN\b|undefined|\[object/;
  const answers = [{ data: "oops" }, { data: [null, 7] }, { data: { list: 5 } }, { data: null }];
  const seen: string[] = [];
  for (const [n, { group, title }] of specifiedPages.entries()) {
    platform.setAnswer("*", { body: { state: 0, ...answers[n % answers.length] } });
    const button = menuOf(page).getByRole("button", { name: group });
    await openMenuGroup(button);
    const waitForAnswers = watchRequests(page);
    await menuOf(page).getByRole("link", { name: title, exact: true }).click();
    await page.waitForFunction((wanted) => document.title === wanted, `${title} - 后台管理`);
    await waitForAnswers();
    const lines = (await page.locator("body").innerText())
      .split("\n")
      .filter((line) => parserWords.test(line));
    seen.push(...lines.map((line) => `${title}: ${line}`));
  }
  expect(seen).toEqual([]);
});
