import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test as base } from "../../browser/browserTest.ts";
import { closePopup } from "../../browser/closePopup.ts";
import { signIn } from "../../browser/signIn.ts";
import { startFlakyProxy } from "../../live/harness/flakyProxy.ts";

const test = base.extend("withFlights", { scope: "file" }, true);

const getFlyingTasks = (page: Page) =>
  page.getByRole("region", { name: "任务列表" }).getByRole("listitem").filter({ hasText: "起飞 " });
const getPanel = (page: Page) => page.getByRole("region", { name: /^任务 / });
const getDataAge = (page: Page) =>
  page.locator("dl div", { has: page.getByText("最近数据", { exact: true }) }).locator("strong");
const getParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

async function openLivePage(page: Page, from = "/page/page") {
  await signIn(page, "duty", from);
  await page.getByText("实时 · 平滑显示").waitFor();
  await getFlyingTasks(page).first().waitFor();
}

test("a reload restores task, view and layers; the browser's back leads to the task before", {
  tags: "full",
}, async ({ page }) => {
  await openLivePage(page);
  await getFlyingTasks(page).nth(0).getByRole("button").click();
  await getPanel(page).waitFor();
  const first = await getPanel(page).getAttribute("aria-label");
  await expect.poll(() => getParam(page, "task")).toMatch(/^\d+$/);
  // The map moves to the task.
  await expect.poll(() => getParam(page, "view")).toMatch(/^[\d.]+,[\d.]+,[\d.]+$/);
  await page.getByRole("button", { name: "图层" }).click();
  const layer = page.getByRole("checkbox", { name: "经纬网" });
  await layer.check();
  await closePopup(page, layer);
  await expect.poll(() => getParam(page, "layers")).toBe("graticule");
  const view = getParam(page, "view");

  await page.reload();
  await expect.poll(() => getPanel(page).getAttribute("aria-label")).toBe(first);
  await page.getByRole("button", { name: "图层" }).click();
  expect(await layer.isChecked()).toBe(true);
  await closePopup(page, layer);
  expect(getParam(page, "view")).toBe(view);

  // A link whose view is elsewhere stays there, although its task is out of view.
  const elsewhere = new URL(page.url());
  elsewhere.searchParams.set("view", "87.6,43.8,5");
  await page.goto(elsewhere.href);
  await expect.poll(() => getPanel(page).getAttribute("aria-label")).toBe(first);
  // By then the map knows where the task is; a step of the zoom keeps the middle.
  await expect.poll(() => getDataAge(page).textContent()).toMatch(/^\d+\.\d 秒前$/);
  await page.getByRole("button", { name: "放大" }).click();
  await expect.poll(() => getParam(page, "view")).toBe("87.6,43.8,6");
  await page.goBack();
  await expect.poll(() => getParam(page, "view")).toBe(view);

  const second = getFlyingTasks(page).filter({ hasNot: page.locator("[aria-pressed=true]") });
  await second.first().getByRole("button").click();
  await expect.poll(() => getPanel(page).getAttribute("aria-label")).not.toBe(first);
  await page.goBack();
  await expect.poll(() => getPanel(page).getAttribute("aria-label")).toBe(first);
  await page.goBack();
  await getPanel(page).waitFor({ state: "detached" });
});

test.for([
  { from: "an address that was written", reloads: false },
  { from: "an address that was loaded", reloads: true },
])(
  "a step back to $from, before the next one is drawn, leads there",
  { tags: "full" },
  async ({ reloads }, { page }) => {
    await openLivePage(page);
    await getFlyingTasks(page).nth(0).getByRole("button").click();
    await getPanel(page).waitFor();
    const first = await getPanel(page).getAttribute("aria-label");
    await expect.poll(() => getParam(page, "task")).toMatch(/^\d+$/);
    if (reloads) {
      await page.reload();
      await expect.poll(() => getPanel(page).getAttribute("aria-label")).toBe(first);
    }
    await page.evaluate(() => {
      const push = window.history.pushState.bind(window.history);
      window.history.pushState = (...state) => {
        push(...state);
        window.history.pushState = push;
        window.history.back();
        // Until the browser is back, React draws nothing.
        const end = performance.now() + 300;
        while (performance.now() < end);
      };
    });
    const task = getParam(page, "task");
    const second = getFlyingTasks(page)
      .filter({ hasNot: page.locator("[aria-pressed=true]") })
      .first();
    await second.getByRole("button").click();
    await expect.poll(() => getPanel(page).getAttribute("aria-label")).toBe(first);
    // Two more answers of the feed are drawn: a panel that was on its way would be there.
    for (let ticks = 0; ticks < 2; ticks += 1) {
      const age = await getDataAge(page).textContent();
      await expect.poll(() => getDataAge(page).textContent()).not.toBe(age);
    }
    expect(await getPanel(page).getAttribute("aria-label")).toBe(first);
    expect(getParam(page, "task")).toBe(task);
    await second.getByRole("button").click();
    await expect.poll(() => getParam(page, "task")).not.toBe(task);
  },
);

test("a link to a task that is over shows a message", { tags: "full" }, async ({ page }) => {
  await openLivePage(page, "/page/page?task=1");
  await page.getByText("任务不在进行中").waitFor();
  await page.getByRole("button", { name: "关闭任务" }).click();
  await expect.poll(() => getParam(page, "task")).toBe(null);
});

test("the strip counts what is wrong, and each number leads there", { tags: "full" }, async ({ page }) => {
  await openLivePage(page);
  const strip = page.getByRole("group", { name: "异常飞行" });
  for (const name of [/^失联 \d+$/, /^延迟 \d+$/, /^定位异常 \d+$/])
    await strip.getByRole("button", { name }).waitFor();
  await strip.getByRole("button", { name: /^定位异常/ }).click();
  await expect.poll(() => getParam(page, "state")).toBe("positionAlarm");
  await expect
    .poll(() => page.getByRole("heading", { name: /^飞行中/ }).textContent())
    .toMatch(/^飞行中 \d+ \/ \d+$/);
  await strip.getByRole("button", { name: /^定位异常/, pressed: true }).click();
  await expect.poll(() => getParam(page, "state")).toBe(null);
});

test("one outage has one beginning: in the banner, on the map, in the panel and in the alarms", {
  tags: "full",
}, async ({ page, server, consoleErrors }) => {
  consoleErrors.allow(/WebSocket/);
  const proxy = await startFlakyProxy(Number(new URL(server.url).port));
  await openLivePage(page, `${proxy.origin}/page/page`);
  await getFlyingTasks(page).first().getByRole("button").click();
  await getPanel(page).waitFor();
  proxy.freeze();
  await page.getByText(/数据已停止更新（自 \d\d:\d\d:\d\d 起），图上/).waitFor();
  const readBeginnings = async () =>
    [...((await page.locator("body").textContent()) ?? "").matchAll(/自 (\d\d:\d\d:\d\d) 起/g)].map(
      ([, time]) => time,
    );
  const [began] = await readBeginnings();
  await expect.poll(readBeginnings).toEqual([began, began]);
  await page.getByText(/实时连接中断（自.*(每 10 秒|在此之前)/).waitFor();
  await page.getByText(/实时连接中断（自.*改为/).waitFor();
  await page.getByText(/平台连接中断（自/).waitFor();
  await expect.poll(readBeginnings).toEqual([began, began, began, began]);
  proxy.restore();
  await page.getByText("实时 · 平滑显示").waitFor();
  await expect.poll(readBeginnings).toEqual([]);
  await proxy.close();
});
