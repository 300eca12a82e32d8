import { equal } from "node:assert/strict";
import type { Page } from "playwright-core";
import { installClock } from "../../../browser/installClock.ts";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { sessionSubject } from "../../../model/subjects/session.ts";
import { type Desk, driver } from "../driver.ts";
import { enter, signedInElsewhere } from "../enter.ts";
import { broken, byServer, type HeldCalls, holdCalls, says } from "../heldCalls.ts";
import { chooseOfAvatar, menuOf, seeConsole, seeLogin } from "../screens.ts";
import { becomes, until } from "../until.ts";

interface SessionDesk extends Desk {
  readonly login: HeldCalls;
  readonly picture: HeldCalls;
  readonly logout: HeldCalls;
  /** Waits until the page asks for nothing more. */
  readonly atRest: () => Promise<void>;
  opened: boolean;
}

const notices: Readonly<Record<string, string>> = {
  idle: "长时间未操作，已自动退出，请重新登录。",
  elsewhere: "账号已在其他地方登录（account logged in elsewhere）。如非本人操作，请尽快修改密码。",
  expired: "登录过期，请关闭重新进入。",
  userUnusable: "当前账号已不可用，请联系管理员。",
};

async function submit({ page, phone }: SessionDesk, captcha?: string): Promise<void> {
  await page.getByLabel("手机号").fill(` ${phone} `);
  await page.getByLabel("密码", { exact: true }).fill("Aerial@2026");
  if (captcha !== undefined) await page.getByLabel("图形验证码").fill(captcha);
  await page.getByRole("button", { name: "登 录" }).click();
}

async function listAnswers(
  page: Page,
  how: Parameters<HeldCalls["answer"]>[0],
  before?: () => Promise<void>,
) {
  const list = await holdCalls(page, "**/wms/api/company/pageList");
  const group = menuOf(page).getByRole("button", { name: "账号管理" });
  if ((await group.getAttribute("aria-expanded")) === "false") await group.click();
  await menuOf(page).getByRole("link", { name: "账号列表" }).click();
  await list.arrived();
  await before?.();
  await list.answer(how);
}

/** Something done in another tab, which is closed then: what comes later happens to this one alone. */
async function inOtherTab(
  { context, base }: SessionDesk,
  address: string,
  act: (tab: Page) => Promise<unknown>,
): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(`${base}${address}`);
  await act(tab);
  await tab.close();
}

/** What a login in another tab leaves: the token is written anew. */
async function storeAgain(tab: Page): Promise<void> {
  await tab.evaluate(() => {
    const token = localStorage.getItem("token");
    localStorage.removeItem("token");
    localStorage.setItem("token", token ?? "");
  });
}

/** A token without a user, at one go: what comes between the two would find an empty storage. */
function storeNobody(tab: Page): Promise<void> {
  return tab.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("token", "none");
  });
}

/** Tells when the page has asked for nothing for a while; one has to listen to it from its beginning. */
function restOf(page: Page): () => Promise<void> {
  const quietMs = 400;
  let asked = performance.now();
  page.on("request", () => {
    asked = performance.now();
  });
  return () => until(() => performance.now() - asked > quietMs, "a page that asks for nothing more");
}

async function seeFault(page: Page, fault: unknown): Promise<void> {
  if (typeof fault !== "string") return;
  // What the server said, in its own words; a picture that fails has the catalogue's sentence.
  const words = fault.split(" ")[1] || "网络连接失败，请检查网络后重试。";
  await page.getByRole("alert").filter({ hasText: words }).waitFor();
}

/** The session as an operator meets it. */
export const sessionDriver = driver<SessionDesk>({
  machine: "session",
  title: "登录会话",
  subject: sessionSubject,
  before: "浏览器中没有打开的后台页面",
  key: ({ context }) => context.captcha !== null,
  open: async (desk) => {
    await installClock(desk.context);
    return {
      ...desk,
      login: await holdCalls(desk.page, "**/wms/api/user/login"),
      picture: await holdCalls(desk.page, "**/wms/api/image/base64/**"),
      logout: await holdCalls(desk.page, "**/vue-element-admin/user/logout"),
      atRest: restOf(desk.page),
      opened: false,
    };
  },
  // The form sends a captcha exactly where it asks for one; a state of 1.8 s leaves no time for a menu.
  explores: (snapshot, { label }) => {
    if (label === "submit") return snapshot.matches("loggedOut");
    if (snapshot.matches("loggedOut") && label === "submit with captcha") return false;
    // A second picture is as good as the first.
    if (snapshot.matches("captchaNeeded") && snapshot.context.captcha !== null)
      return snapshot.matches({ captchaNeeded: "shown" }) && label !== "another tab signs in";
    return !snapshot.matches({ loggedIn: "unusable" });
  },
  ending: (state) => (state.startsWith('["restoring"') ? "storage has a session" : null),
  acts: {
    "storage has a session": {
      words: "本机已保存登录信息，打开后台（或：另一标签页登录成功）",
      go: async (desk) => {
        if (!desk.opened) await enter(desk.page, desk.base, desk.phone);
        else if (await menuOf(desk.page).isVisible()) await inOtherTab(desk, "/favicon.svg", storeAgain);
        else
          await inOtherTab(desk, "/", async (tab) => {
            await tab.getByLabel("手机号").fill(desk.phone);
            await tab.getByLabel("密码", { exact: true }).fill("Aerial@2026");
            await tab.getByRole("button", { name: "登 录" }).click();
            await menuOf(tab).waitFor();
          });
        desk.opened = true;
      },
    },
    "storage has none": {
      words: "本机没有登录信息，打开后台（或：信息已被清除）",
      go: async (desk) => {
        if (!desk.opened) await desk.page.goto(desk.base);
        else {
          await inOtherTab(desk, "/favicon.svg", async (tab) => {
            // What the page asks for now, with nothing stored any more, would end the session for that reason.
            await desk.atRest();
            await storeNobody(tab);
          });
        }
        desk.opened = true;
      },
    },
    submit: { words: "输入手机号（前后带空格）和密码，点击“登 录”", go: (desk) => submit(desk) },
    "submit with captcha": {
      words: "再输入图形验证码，点击“登 录”",
      go: (desk) => submit(desk, "7KQ2"),
    },
    "login answers": {
      words: "服务器通过登录",
      go: ({ login, phone }) =>
        login.answer(async (call) => {
          const { phoneNumber, password } = JSON.parse(call.body) as Record<string, string>;
          equal(phoneNumber, phone);
          // R-201; the captcha that was typed is none that the server has drawn for this run.
          await call.pass(JSON.stringify({ phoneNumber, password }));
        }),
    },
    "login says wrong": {
      words: "服务器答复手机号或密码错误",
      go: ({ login }) => login.answer(says(-1, "手机号或密码错误")),
    },
    "login wants a captcha": {
      words: "服务器要求图形验证码（-4）",
      go: ({ login }) => login.answer(says(-4, "请输入验证码")),
    },
    "picture comes": { words: "验证码图片返回", go: ({ picture }) => picture.answer(byServer) },
    "picture fails": { words: "验证码图片加载失败", go: ({ picture }) => picture.answer(broken) },
    "refresh the picture": {
      words: "点击验证码换一张",
      go: ({ page }) => page.getByTitle("看不清，换一张").click(),
    },
    "click log out": {
      words: "头像菜单中点击“退出登录”",
      go: ({ page }) => chooseOfAvatar(page, "退出登录"),
    },
    "logout answers": { words: "服务器答复退出", go: ({ logout }) => logout.answer(byServer) },
    "logout fails": { words: "退出请求失败", go: ({ logout }) => logout.answer(broken) },
    "ends: idle": {
      words: "15 分 4 秒没有点击",
      go: ({ context }) => context.clock.fastForward(904_000),
    },
    "ends: elsewhere": {
      words: "同一账号在另一处登录",
      go: async ({ page, context, base, phone }) => {
        await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
        await signedInElsewhere(context, base, phone);
      },
    },
    "ends: expired, this token": {
      words: "打开账号列表，服务器答复 403",
      go: ({ page }) =>
        listAnswers(page, (call) =>
          call.answer({ status: 403, json: { state: -1, message: "x", data: null } }),
        ),
    },
    "ends: unusable": {
      words: "打开账号列表，服务器答复 -2",
      go: async ({ page }) => {
        await listAnswers(page, says(-2, "账号已被停用"), async () => {
          // From here on only the path itself lets time pass.
          await pauseClock(page);
        });
        // The answer has been taken in, and its 1.8 s begin.
        await page.getByText("账号已被停用").first().waitFor({ state: "attached" });
      },
    },
    "another tab signs in": {
      words: "另一标签页登录",
      // Told by what follows at once: the storage that it leaves.
      go: () => Promise.resolve(),
    },
    "another tab signs out": {
      words: "另一标签页退出登录",
      go: (desk) =>
        inOtherTab(desk, "/", async (tab) => {
          await menuOf(tab).waitFor();
          await chooseOfAvatar(tab, "退出登录");
          await seeLogin(tab);
        }),
    },
  },
  after: async ({ context, time }, ms, still) => {
    await context.clock.runFor(ms - 1);
    await still();
    await context.clock.runFor(1);
    time.timers += ms;
  },
  looks: {
    loggedOut: {
      words: "登录页，本机存储为空，说明退出原因或登录失败的原因",
      see: async ({ page }, { reason, fault }) => {
        await seeLogin(page);
        await seeFault(page, fault);
        const notice = notices[String(reason)];
        if (notice) await page.getByText(notice, { exact: true }).waitFor();
        await becomes(() => page.locator("[data-reason]").count(), notice ? 1 : 0, "the number of reasons");
      },
    },
    authenticating: {
      words: "登录按钮显示加载中，手机号保留",
      see: async ({ page, phone }) => {
        await page.locator("button[type=submit][data-loading]").waitFor();
        const kept = async () => (await page.getByLabel("手机号").inputValue()).trim();
        await becomes(kept, phone, "the phone");
      },
    },
    "captchaNeeded.loading": {
      words: "出现图形验证码输入框，图片加载中",
      see: async ({ page }, { fault }) => {
        await seeLogin(page);
        await page.getByLabel("图形验证码").waitFor();
        await seeFault(page, fault);
      },
    },
    "captchaNeeded.shown": {
      words: "显示图形验证码图片",
      see: ({ page }) => page.getByRole("img", { name: "图形验证码，点击换一张" }).waitFor(),
    },
    "captchaNeeded.missing": {
      words: "验证码输入框仍在，提示网络连接失败",
      see: async ({ page }, { fault }) => {
        await page.getByLabel("图形验证码").waitFor();
        await seeFault(page, fault);
      },
    },
    "loggedIn.usable": { words: "进入后台，显示主菜单", see: ({ page }) => seeConsole(page) },
    "loggedIn.unusable": { words: "1.8 秒内仍停留在当前页", see: ({ page }) => seeConsole(page) },
    loggingOut: {
      words: "退出菜单项显示“正在退出…”",
      see: ({ page }) => page.getByRole("menuitem", { name: "正在退出…" }).waitFor(),
    },
  },
});
