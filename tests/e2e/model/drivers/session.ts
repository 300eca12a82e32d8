import { equal } from "node:assert/strict";
import type { Page } from "playwright-core";
import { openMenuGroup } from "../../../browser/openMenuGroup.ts";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { sessionSubject } from "../../../model/subjects/session.ts";
import { defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession, loginElsewhere } from "../enterWithSession.ts";
import { abortCall, holdCalls, type PendingCalls, passThrough, respondWith } from "../holdCalls.ts";
import { chooseAvatarItem, expectConsole, expectLogin, getMenu } from "../pageChecks.ts";
import { waitForValue, waitUntil } from "../waitUntil.ts";

interface SessionPathContext extends PathContext {
  readonly login: PendingCalls;
  readonly picture: PendingCalls;
  readonly logout: PendingCalls;
  /** Waits until the page sends no more requests. */
  readonly waitForNetworkIdle: () => Promise<void>;
  opened: boolean;
}

const reasonTexts: Readonly<Record<string, string>> = {
  idle: "长时间未操作，已自动退出，请重新登录。",
  otherTab: "您已在其他窗口退出登录，请重新登录。",
  elsewhere: "账号已在其他地方登录（account logged in elsewhere）。如非本人操作，请尽快修改密码。",
  expired: "登录过期，请关闭重新进入。",
  userUnusable: "当前账号已不可用，请联系管理员。",
};

async function submitLogin({ page, phone, password }: SessionPathContext, captcha?: string): Promise<void> {
  await page.getByLabel("手机号").fill(` ${phone} `);
  await page.getByLabel("密码", { exact: true }).fill(password);
  if (captcha !== undefined) await page.getByLabel("图形验证码").fill(captcha);
  await page.getByRole("button", { name: "登 录" }).click();
}

async function respondToListCall(
  page: Page,
  handler: Parameters<PendingCalls["respond"]>[0],
  before?: () => Promise<void>,
) {
  const list = await holdCalls(page, "**/wms/api/company/pageList");
  const group = getMenu(page).getByRole("button", { name: "账号管理" });
  await openMenuGroup(group);
  await getMenu(page).getByRole("link", { name: "账号列表" }).click();
  await list.waitForCall();
  await before?.();
  await list.respond(handler);
}

/** Runs `action` in another tab and closes it, so that later steps affect only this tab. */
async function runInOtherTab(
  { context, base }: SessionPathContext,
  address: string,
  action: (tab: Page) => Promise<unknown>,
): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${base}${address}`);
  await action(tab);
  await tab.close();
}

/** Rewrites the token, as a login in another tab does. */
async function rewriteToken(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    const token = localStorage.getItem("token");
    localStorage.removeItem("token");
    localStorage.setItem("token", token ?? "");
  });
}

/** Stores a token without a user, in one task: in between, the other tab would see an empty storage. */
function storeTokenWithoutUser(tab: Page): Promise<void> {
  return tab.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("token", "none");
  });
}

/** Returns a function that waits for 400 ms without requests. Must be called before the page loads. */
function createNetworkIdleWait(page: Page): () => Promise<void> {
  const quietMs = 400;
  let lastRequestAt = performance.now();
  page.on("request", () => {
    lastRequestAt = performance.now();
  });
  return () =>
    waitUntil(() => performance.now() - lastRequestAt > quietMs, "the page sending no more requests");
}

async function expectError(page: Page, error: unknown): Promise<void> {
  if (typeof error !== "string") return;
  // The server's message, or the network error's text for a captcha that failed to load.
  const text = error.split(" ")[1] || "网络连接失败，请检查网络后重试。";
  await page.getByRole("alert").filter({ hasText: text }).waitFor();
}

/** Login and logout. */
export const sessionDriver = defineDriver<SessionPathContext>({
  machine: "session",
  title: "登录会话",
  subject: sessionSubject,
  precondition: "浏览器中没有打开的后台页面",
  key: ({ context }) => context.captcha !== null,
  open: async (ctx) => {
    await ctx.context.clock.install();
    return {
      ...ctx,
      login: await holdCalls(ctx.page, "**/wms/api/user/login"),
      picture: await holdCalls(ctx.page, "**/wms/api/image/base64/**"),
      logout: await holdCalls(ctx.page, "**/vue-element-admin/user/logout"),
      waitForNetworkIdle: createNetworkIdleWait(ctx.page),
      opened: false,
    };
  },
  // The form sends a captcha only if it shows one; `unusable` lasts 1.8 s, too short for menu actions.
  shouldExplore: (snapshot, { label }) => {
    if (label === "submit") return snapshot.matches("loggedOut");
    if (snapshot.matches("loggedOut") && label === "submit with captcha") return false;
    // A second captcha image leads to nothing new.
    if (snapshot.matches("captchaNeeded") && snapshot.context.captcha !== null)
      return snapshot.matches({ captchaNeeded: "shown" }) && label !== "another tab signs in";
    return !snapshot.matches({ loggedIn: "unusable" });
  },
  getEnding: (state) => (state.startsWith('["restoring"') ? "storage has a session" : null),
  actions: {
    "storage has a session": {
      description: "本机已保存登录信息，打开后台（或：另一标签页登录成功）",
      run: async (ctx) => {
        if (!ctx.opened) await enterWithSession(ctx);
        else if (await getMenu(ctx.page).isVisible()) await runInOtherTab(ctx, "/favicon.svg", rewriteToken);
        else
          await runInOtherTab(ctx, "/", async (tab) => {
            await tab.getByLabel("手机号").fill(ctx.phone);
            await tab.getByLabel("密码", { exact: true }).fill(ctx.password);
            await tab.getByRole("button", { name: "登 录" }).click();
            await getMenu(tab).waitFor();
          });
        ctx.opened = true;
      },
    },
    "storage has none": {
      description: "本机没有登录信息，打开后台（或：信息已被清除）",
      run: async (ctx) => {
        if (!ctx.opened) await ctx.page.goto(ctx.base);
        else {
          await runInOtherTab(ctx, "/favicon.svg", async (tab) => {
            // A request sent after the storage is cleared would end the session for another reason.
            await ctx.waitForNetworkIdle();
            await storeTokenWithoutUser(tab);
          });
        }
        ctx.opened = true;
      },
    },
    submit: { description: "输入手机号（前后带空格）和密码，点击“登 录”", run: (ctx) => submitLogin(ctx) },
    "submit with captcha": {
      description: "再输入图形验证码，点击“登 录”",
      run: (ctx) => submitLogin(ctx, "7KQ2"),
    },
    "login succeeds": {
      description: "服务器通过登录",
      run: ({ login, phone }) =>
        login.respond(async (call) => {
          const { phoneNumber, password } = JSON.parse(call.body) as Record<string, string>;
          equal(phoneNumber, phone);
          // Drops the typed captcha, which does not match the server's image.
          await call.forward(JSON.stringify({ phoneNumber, password }));
        }),
    },
    "login is refused": {
      description: "服务器答复手机号或密码错误",
      run: ({ login }) => login.respond(respondWith(-1, "手机号或密码错误")),
    },
    "login requires a captcha": {
      description: "服务器要求图形验证码（-4）",
      run: ({ login }) => login.respond(respondWith(-4, "请输入验证码")),
    },
    "picture arrives": { description: "验证码图片返回", run: ({ picture }) => picture.respond(passThrough) },
    "picture fails": { description: "验证码图片加载失败", run: ({ picture }) => picture.respond(abortCall) },
    "refresh the picture": {
      description: "点击验证码换一张",
      run: ({ page }) => page.getByTitle("看不清，换一张").click(),
    },
    "click log out": {
      description: "头像菜单中点击“退出登录”",
      run: ({ page }) => chooseAvatarItem(page, "退出登录"),
    },
    "logout succeeds": { description: "服务器答复退出", run: ({ logout }) => logout.respond(passThrough) },
    "logout fails": { description: "退出请求失败", run: ({ logout }) => logout.respond(abortCall) },
    "ends: idle": {
      description: "15 分 4 秒没有点击",
      run: ({ context }) => context.clock.fastForward(904_000),
    },
    "ends: elsewhere": {
      description: "同一账号在另一处登录",
      run: async (ctx) => {
        await ctx.page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
        await loginElsewhere(ctx);
      },
    },
    "ends: expired, this token": {
      description: "打开账号列表，服务器答复 403",
      run: ({ page }) =>
        respondToListCall(page, (call) =>
          call.fulfill({ status: 403, json: { state: -1, message: "x", data: null } }),
        ),
    },
    "ends: unusable": {
      description: "打开账号列表，服务器答复 -2",
      run: async ({ page }) => {
        await respondToListCall(page, respondWith(-2, "账号已被停用"), async () => {
          // From here on only the path advances time.
          await pauseClock(page);
        });
        // The response is handled, and its 1.8 s have started.
        await page.getByText("账号已被停用").first().waitFor({ state: "attached" });
      },
    },
    "another tab signs in": {
      description: "另一标签页登录",
      // Nothing to do: the following storage stimulus signs in.
      run: () => Promise.resolve(),
    },
    "another tab signs out": {
      description: "另一标签页退出登录",
      run: (ctx) =>
        runInOtherTab(ctx, "/", async (tab) => {
          await getMenu(tab).waitFor();
          await chooseAvatarItem(tab, "退出登录");
          await expectLogin(tab);
        }),
    },
  },
  advanceTimer: async ({ context, elapsed }, ms, checkStill) => {
    await context.clock.runFor(ms - 1);
    await checkStill();
    await context.clock.runFor(1);
    elapsed.timers += ms;
  },
  checks: {
    loggedOut: {
      description: "登录页，本机存储为空，说明退出原因或登录失败的原因",
      check: async ({ page }, { reason, error }) => {
        await expectLogin(page);
        await expectError(page, error);
        const notice = reasonTexts[String(reason)];
        if (notice) await page.getByText(notice, { exact: true }).waitFor();
        await waitForValue(
          () => page.locator("[data-reason]").count(),
          notice ? 1 : 0,
          "the number of reasons",
        );
      },
    },
    authenticating: {
      description: "登录按钮显示加载中，手机号保留",
      check: async ({ page, phone }) => {
        await page.locator("button[type=submit][data-loading]").waitFor();
        const readPhone = async () => (await page.getByLabel("手机号").inputValue()).trim();
        await waitForValue(readPhone, phone, "the phone");
      },
    },
    "captchaNeeded.loading": {
      description: "出现图形验证码输入框，图片加载中",
      check: async ({ page }, { error }) => {
        await expectLogin(page);
        await page.getByLabel("图形验证码").waitFor();
        await expectError(page, error);
      },
    },
    "captchaNeeded.shown": {
      description: "显示图形验证码图片",
      check: ({ page }) => page.getByRole("img", { name: "图形验证码，点击换一张" }).waitFor(),
    },
    "captchaNeeded.missing": {
      description: "验证码输入框仍在，提示网络连接失败",
      check: async ({ page }, { error }) => {
        await page.getByLabel("图形验证码").waitFor();
        await expectError(page, error);
      },
    },
    "loggedIn.usable": { description: "进入后台，显示主菜单", check: ({ page }) => expectConsole(page) },
    "loggedIn.unusable": { description: "1.8 秒内仍停留在当前页", check: ({ page }) => expectConsole(page) },
    loggingOut: {
      description: "退出菜单项显示“正在退出…”",
      check: ({ page }) => page.getByRole("menuitem", { name: "正在退出…" }).waitFor(),
    },
  },
});
