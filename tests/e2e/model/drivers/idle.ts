import { installClock } from "../../../browser/installClock.ts";
import { pauseClock } from "../../../browser/pauseClock.ts";
import { idleSubject } from "../../../model/subjects/idle.ts";
import { type Act, type Desk, driver } from "../driver.ts";
import { enter } from "../enter.ts";
import { menuOf, seeConsole, seeLogin, seeOnce } from "../screens.ts";

interface IdleDesk extends Desk {
  /** A second tab of the same console. */
  readonly other: Desk["page"];
}

/** What a dialog takes to come or go on the screen, and to begin to, ms. */
const motionMs = 300;
const beginMs = 20;

const warningOf = ({ page }: Desk) => page.getByRole("dialog", { name: "长时间未操作" });

/** Time goes on: clocks, timers and pictures. */
async function pass({ context, time }: Desk, ms: number): Promise<void> {
  await context.clock.runFor(ms);
  time.wall += ms;
  time.timers += ms;
}

/** The lid is closed: the wall clock goes on, no timer does. */
async function sleep({ page, context, time }: Desk, ms: number): Promise<void> {
  if (ms > 0) await context.clock.setSystemTime(await page.evaluate((on) => Date.now() + on, ms));
  time.wall += ms;
}

const click = (ms: number): Act<IdleDesk> => ({
  words: ms === 0 ? "点击页面" : `合上电脑，${ms} 毫秒后打开并点击页面`,
  go: async (desk) => {
    await sleep(desk, ms);
    await desk.page.mouse.click(700, 740);
  },
});
const wake = (ms: number): Act<IdleDesk> => ({
  words: `合上电脑，${ms} 毫秒后打开，回到窗口`,
  go: async (desk) => {
    await sleep(desk, ms);
    await desk.page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  },
});

/** The watch over idleness as an operator meets it. */
export const idleDriver = driver<IdleDesk>({
  machine: "idle",
  title: "无操作退出",
  subject: idleSubject,
  before: "已登录，后台在两个标签页中打开，刚刚点击过页面",
  key: () => null,
  open: async (desk) => {
    await installClock(desk.context);
    await enter(desk.page, desk.base, desk.phone, "/account/userList");
    await menuOf(desk.page).waitFor();
    const other = await desk.context.newPage();
    await other.goto(desk.base);
    await menuOf(other).waitFor();
    await pauseClock(desk.page);
    await desk.page.mouse.click(700, 740);
    return { ...desk, other };
  },
  // A closed lid leads to one end, however long; in the warning only what is near its edge.
  explores: (snapshot, { label }) =>
    snapshot.matches("active") ? !/ (2999|3000) ms/.test(label) : !/\d{6} ms/.test(label),
  acts: {
    click: click(0),
    "click 2999 ms on": click(2_999 - motionMs),
    "click 902999 ms on": click(902_999 - beginMs),
    "click 903000 ms on": click(903_000 - beginMs),
    "wake 900000 ms on": wake(900_000 - beginMs),
    "wake 903000 ms on": wake(903_000 - beginMs),
    "wake 2999 ms on": wake(2_999 - motionMs),
    "wake 3000 ms on": wake(3_000 - motionMs),
    "another tab is clicked now": {
      words: "在另一标签页中点击",
      go: async (desk) => {
        await pass(desk, 1);
        await desk.other.mouse.click(700, 740);
      },
    },
  },
  after: async (desk, ms, still) => {
    const from = desk.time.timers;
    // Looking for a dialog that must not be there takes time of its own; the login stands at once.
    await pass(desk, ms - 1 - ((await warningOf(desk).isVisible()) ? 0 : beginMs));
    await still();
    await pass(desk, ms - (desk.time.timers - from));
  },
  looks: {
    active: {
      words: "没有提醒，后台照常",
      see: async (desk) => {
        await pass(desk, (await warningOf(desk).isVisible()) ? motionMs : beginMs);
        await warningOf(desk).waitFor({ state: "detached" });
        await seeConsole(desk.page);
      },
    },
    warning: {
      words: "显示“长时间未操作”倒计时 3 秒，仍在登录中",
      see: async (desk) => {
        if (!(await warningOf(desk).isVisible())) await pass(desk, motionMs);
        await warningOf(desk)
          .getByText(/您已 15 分钟没有操作，系统将在 \d 秒后自动退出。点击任意位置继续使用。/)
          .waitFor();
        await seeConsole(desk.page);
      },
    },
    expired: {
      words: "两个标签页都回到登录页并说明原因，本机存储为空",
      see: async ({ page, other }) => {
        for (const tab of [page, other]) {
          await seeLogin(tab);
          await seeOnce(tab, /^长时间未操作，已自动退出，请重新登录。$/);
        }
      },
    },
  },
});
