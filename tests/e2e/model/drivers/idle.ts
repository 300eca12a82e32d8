import { pauseClock } from "../../../browser/pauseClock.ts";
import { idleSubject } from "../../../model/subjects/idle.ts";
import { advanceTime } from "../advanceTime.ts";
import { type DriverAction, defineDriver, type PathContext } from "../defineDriver.ts";
import { enterWithSession } from "../enterWithSession.ts";
import { expectConsole, expectLogin, expectOnce, getMenu } from "../pageChecks.ts";

interface IdlePathContext extends PathContext {
  /** A second tab of the same console. */
  readonly otherTab: PathContext["page"];
}

/** Duration of a dialog's transition, and the delay before it starts, ms. */
const animationMs = 300;
const animationStartMs = 20;

const getWarning = ({ page }: PathContext) => page.getByRole("dialog", { name: "长时间未操作" });

/** Simulates a closed laptop lid: advances the wall clock without firing timers. */
async function advanceWallClock({ page, context, elapsed }: PathContext, ms: number): Promise<void> {
  if (ms > 0) await context.clock.setSystemTime(await page.evaluate((deltaMs) => Date.now() + deltaMs, ms));
  elapsed.wall += ms;
}

const clickAfter = (ms: number): DriverAction<IdlePathContext> => ({
  description: ms === 0 ? "点击页面" : `合上电脑，${ms} 毫秒后打开并点击页面`,
  run: async (ctx) => {
    await advanceWallClock(ctx, ms);
    await ctx.page.mouse.click(700, 740);
  },
});
const wakeAfter = (ms: number): DriverAction<IdlePathContext> => ({
  description: `合上电脑，${ms} 毫秒后打开，回到窗口`,
  run: async (ctx) => {
    await advanceWallClock(ctx, ms);
    await ctx.page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  },
});

/** Logout after idling. */
export const idleDriver = defineDriver<IdlePathContext>({
  machine: "idle",
  title: "无操作退出",
  subject: idleSubject,
  precondition: "已登录，后台在两个标签页中打开，刚刚点击过页面",
  key: () => null,
  open: async (ctx) => {
    await ctx.context.clock.install();
    await enterWithSession(ctx, "/account/userList");
    await getMenu(ctx.page).waitFor();
    const otherTab = await ctx.context.newPage();
    await otherTab.goto(ctx.base);
    await getMenu(otherTab).waitFor();
    await pauseClock(ctx.page);
    await ctx.page.mouse.click(700, 740);
    return { ...ctx, otherTab };
  },
  // Keeps the number of paths small: large gaps only from `active`, the gaps around 3 s only from `warning`.
  shouldExplore: (snapshot, { label }) =>
    snapshot.matches("active") ? !/ (2999|3000) ms/.test(label) : !/\d{6} ms/.test(label),
  actions: {
    click: clickAfter(0),
    "click 2999 ms on": clickAfter(2_999 - animationMs),
    "click 902999 ms on": clickAfter(902_999 - animationStartMs),
    "click 903000 ms on": clickAfter(903_000 - animationStartMs),
    "wake 900000 ms on": wakeAfter(900_000 - animationStartMs),
    "wake 903000 ms on": wakeAfter(903_000 - animationStartMs),
    "wake 2999 ms on": wakeAfter(2_999 - animationMs),
    "wake 3000 ms on": wakeAfter(3_000 - animationMs),
    "another tab is clicked now": {
      description: "在另一标签页中点击",
      run: async (ctx) => {
        await advanceTime(ctx, 1);
        await ctx.otherTab.mouse.click(700, 740);
      },
    },
  },
  advanceTimer: async (ctx, ms, checkStill) => {
    const from = ctx.elapsed.timers;
    // The check of `active` advances the clock by `animationStartMs` itself.
    await advanceTime(ctx, ms - 1 - ((await getWarning(ctx).isVisible()) ? 0 : animationStartMs));
    await checkStill();
    await advanceTime(ctx, ms - (ctx.elapsed.timers - from));
  },
  checks: {
    active: {
      description: "没有提醒，后台照常",
      check: async (ctx) => {
        await advanceTime(ctx, (await getWarning(ctx).isVisible()) ? animationMs : animationStartMs);
        await getWarning(ctx).waitFor({ state: "detached" });
        await expectConsole(ctx.page);
      },
    },
    warning: {
      description: "显示“长时间未操作”倒计时 3 秒，仍在登录中",
      check: async (ctx) => {
        if (!(await getWarning(ctx).isVisible())) await advanceTime(ctx, animationMs);
        await getWarning(ctx)
          .getByText(/您已 15 分钟没有操作，系统将在 \d 秒后自动退出。点击任意位置继续使用。/)
          .waitFor();
        await expectConsole(ctx.page);
      },
    },
    expired: {
      description: "两个标签页都回到登录页并说明原因，本机存储为空",
      check: async ({ page, otherTab }) => {
        for (const tab of [page, otherTab]) {
          await expectLogin(tab);
          await expectOnce(tab, /^长时间未操作，已自动退出，请重新登录。$/);
        }
      },
    },
  },
});
