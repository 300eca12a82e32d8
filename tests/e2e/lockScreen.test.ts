import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../browser/browserTest.ts";
import { pressEscape } from "../browser/closePopup.ts";
import { expectAccessible } from "../browser/expectAccessible.ts";
import { overrideConfig } from "../browser/overrideConfig.ts";
import { pauseClock } from "../browser/pauseClock.ts";
import { signIn } from "../browser/signIn.ts";

const getLockScreen = (page: Page) => page.getByRole("dialog", { name: "工作台已锁定" });
const getPasswordField = (page: Page) => getLockScreen(page).getByLabel("密码", { exact: true });

/** Submits a password, the correct one by default. */
async function unlock(page: Page, typed = "Aerial@2026"): Promise<void> {
  await getPasswordField(page).fill(typed);
  await getLockScreen(page).getByRole("button", { name: "解锁" }).click();
}

/** Advances the clock of all tabs by 15 minutes and 3 seconds without a click. */
const waitUntilIdle = (page: Page) =>
  page
    .context()
    .clock.fastForward(900_000)
    .then(() => page.context().clock.fastForward(3_001));

/** Opens 账号列表 in a console configured to lock after idling. */
async function setupLockingConsole(page: Page): Promise<void> {
  await overrideConfig(page.context(), { watch: "lock" });
  await page.clock.install();
  await signIn(page, "operator", "/account/accountList");
  await page.getByRole("cell").first().waitFor();
}

describe("the lock screen", () => {
  test("appears after a warning, covers everything, and restores the page on unlock", async ({ page }) => {
    await setupLockingConsole(page);
    await page.getByLabel("关键字").first().fill("云栖");
    // The warning is visible for only 3 s, so time stands still, from the last click on.
    await pauseClock(page);
    await page.getByLabel("关键字").first().click();
    await page.clock.fastForward(900_000);
    await page.getByText(/系统将在 \d 秒后自动锁定。点击任意位置继续使用。/).waitFor();
    await page.clock.fastForward(3_001);
    await page.clock.resume();
    await getLockScreen(page).waitFor();
    await getLockScreen(page).getByText("周晓岚").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/account/accountList");
    expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();

    // The page behind is not readable, not in the accessibility tree, and not focusable.
    await expect.poll(() => page.locator("#root").innerText()).toBe("");
    expect(await page.getByRole("navigation", { name: "主菜单" }).count()).toBe(0);
    expect(await page.getByRole("cell").count()).toBe(0);
    const focused = new Set<string>();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      focused.add(
        await page.evaluate(() => {
          const at = document.activeElement;
          return at === document.body || at?.closest("dialog[data-lock]") ? "lock screen" : "page";
        }),
      );
    }
    expect([...focused]).toEqual(["lock screen"]);
    await pressEscape(page);
    await pressEscape(page);
    await page.keyboard.press("Control+k");
    // The browser closes it on the second Escape, and it opens again at once.
    await expect.poll(() => getLockScreen(page).count()).toBe(1);
    expect(await page.getByRole("dialog").count()).toBe(1);
    await expectAccessible(page);

    await unlock(page);
    await getLockScreen(page).waitFor({ state: "detached" });
    await page.getByRole("img", { name: "连接状态：实时连接正常" }).waitFor();
    await expect.poll(() => page.getByLabel("关键字").first().inputValue()).toBe("云栖");
  });

  test("leaves a covered dialog unchanged, whatever keys are pressed", { tags: "full" }, async ({ page }) => {
    await setupLockingConsole(page);
    await page.getByRole("button", { name: "新增", exact: true }).click();
    await page.getByRole("textbox", { name: "企业名称" }).fill("杭州云栖低空科技有限公司");
    await waitUntilIdle(page);
    await getLockScreen(page).waitFor();
    await pressEscape(page);
    await pressEscape(page);
    await getLockScreen(page).getByRole("button", { name: "退出登录" }).click();
    await getLockScreen(page).getByText("有未保存的内容，退出后将丢失。再次点击以确认退出。").waitFor();
    await unlock(page);
    await getLockScreen(page).waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "企业名称" }).inputValue()).toBe(
      "杭州云栖低空科技有限公司",
    );
    expect(await page.getByRole("dialog").count()).toBe(1);
  });

  test("shows an error for a wrong or empty password, and stays locked", { tags: "full" }, async ({
    page,
  }) => {
    await setupLockingConsole(page);
    await waitUntilIdle(page);
    await getLockScreen(page).getByRole("button", { name: "解锁" }).click();
    await getLockScreen(page).getByText("请输入密码").waitFor();
    await unlock(page, "wrong");
    await getLockScreen(page).getByRole("alert").getByText("密码错误，请重新输入").waitFor();
    expect(await page.getByRole("cell").count()).toBe(0);
    await unlock(page);
    await getLockScreen(page).waitFor({ state: "detached" });
  });

  test("stays after a reload and in a new tab, before any content is visible", { tags: "full" }, async ({
    page,
    context,
  }) => {
    await setupLockingConsole(page);
    await waitUntilIdle(page);
    await getLockScreen(page).waitFor();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector("nav, table, main"))
          document.documentElement.setAttribute("data-shown", "");
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await getLockScreen(page).waitFor();
    const other = await context.newPage();
    await other.goto("/account/userList");
    await getLockScreen(other).waitFor();
    expect(await page.evaluate(() => document.documentElement.hasAttribute("data-shown"))).toBe(false);
    expect(requests.filter((path) => path.endsWith("/pageList"))).toEqual([]);

    // Unlocking one tab unlocks all.
    await unlock(other);
    await getLockScreen(other).waitFor({ state: "detached" });
    await getLockScreen(page).waitFor({ state: "detached" });
    await page.getByRole("cell").first().waitFor();
    await page.reload();
    await page.getByRole("cell").first().waitFor();
    expect(await getLockScreen(page).count()).toBe(0);
  });

  test("appears in every tab", { tags: "full" }, async ({ page, context }) => {
    await setupLockingConsole(page);
    const other = await context.newPage();
    await other.goto("/account/userList");
    await other.getByRole("cell").first().waitFor();
    await waitUntilIdle(page);
    await getLockScreen(page).waitFor();
    await getLockScreen(other).waitFor();
  });

  test("offers to log out, which clears storage and shows the login", async ({ page }) => {
    await setupLockingConsole(page);
    await waitUntilIdle(page);
    await getLockScreen(page).getByRole("button", { name: "退出登录" }).click();
    await page.getByRole("button", { name: "登 录" }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await signIn(page, "operator");
    expect(await getLockScreen(page).count()).toBe(0);
  });

  test("shows the waiting time after too many wrong passwords", { tags: "full" }, async ({ page }) => {
    await setupLockingConsole(page);
    await waitUntilIdle(page);
    const lockedAlert = getLockScreen(page).getByRole("alert").getByText(/锁定/);
    for (let attempt = 0; attempt < 12 && (await lockedAlert.count()) === 0; attempt += 1) {
      const unlockResponse = page.waitForResponse("**/x/session/unlock");
      await unlock(page, `wrong ${attempt}`);
      await unlockResponse;
      // The alert must belong to this response, not to the previous one.
      await getLockScreen(page).locator("button[data-loading]").waitFor({ state: "detached" });
      await getLockScreen(page).getByRole("alert").waitFor();
    }
    await lockedAlert.waitFor();
    expect(await page.evaluate(() => localStorage.getItem("token"))).not.toBeNull();
  });
});
