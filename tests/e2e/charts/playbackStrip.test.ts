import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closePopup } from "../../browser/closePopup.ts";
import { expectAccessibleInBothSchemes } from "../../browser/expectAccessible.ts";
import { openStripHarness, type StripHarness, toSceneFlight } from "../../charts/harness/openStrip.ts";
import { createStripFlight, gapBetween, tenOClock } from "../../charts/stripFlights.ts";
import { readScreen } from "../../live/harness/readScreen.ts";

const at = (second: number) => tenOClock + 1000 * second;
const whole = gapBetween(0, 1000);
/** Height climbs by 0.1 m/s; no data from 400 s to 600 s. */
const flight = createStripFlight(
  Array.from({ length: 1001 }, (_, second) => ({
    second,
    height: second / 10,
    speed: second < 800 ? 6 : Number.NaN,
    battery: 100 - second / 20,
  })).filter(({ second }) => second <= 400 || second >= 600),
  {
    gaps: [gapBetween(400, 600)],
    events: [
      { atMs: at(0), label: "任务开始", kind: "started" },
      { atMs: at(250), label: "拍照", kind: "photo" },
      { atMs: at(1000), label: "任务结束", kind: "ended" },
    ],
  },
);
const scene = { scheme: "light", flights: [toSceneFlight(flight)], ...whole, timeMs: at(100) } as const;

let harness: StripHarness;
beforeAll(async () => {
  harness = await openStripHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const getSlider = (page: Page) => page.getByRole("slider", { name: "播放位置" });
const getValueText = (page: Page) => getSlider(page).getAttribute("aria-valuetext");
const getSeeks = (page: Page) =>
  page.evaluate((start) => window.seeks.map((ms) => (ms - start) / 1000), tenOClock);

/** Edges of the plot of three metrics: 48 px from the left, 96 from the right, 24 from the top, 22 from the bottom. */
async function getPlot(page: Page) {
  const box = await getSlider(page).boundingBox();
  if (!box) throw new Error("no strip");
  const left = box.x + 48;
  const width = box.width - 48 - 96;
  return {
    left,
    width,
    top: box.y + 24,
    height: box.height - 46,
    x: (share: number) => left + share * width,
  };
}

test("draws the curves, and nothing across a gap, which is hatched", { tags: "full" }, async () => {
  const page = await harness.open(scene);
  const { top, height, x } = await getPlot(page);
  const count = async (from: number, to: number, color: string) =>
    (await readScreen(page)).countPixels(
      { left: x(from) + 4, top, width: x(to) - x(from) - 8, height },
      color,
    );
  await expect.poll(() => count(0, 0.4, "#1864ab")).toBeGreaterThan(300);
  expect(await count(0.6, 1, "#1864ab")).toBeGreaterThan(300);
  expect(await count(0.4, 0.6, "#1864ab")).toBe(0);
  expect(await count(0.4, 0.6, "#087f5b")).toBe(0);
  expect(await count(0.4, 0.6, "#a84300")).toBe(0);
  // Unknown speeds at the end.
  expect(await count(0.6, 0.8, "#087f5b")).toBeGreaterThan(100);
  expect(await count(0.8, 1, "#087f5b")).toBe(0);
  const gap = await page.getByTitle("巡检一：数据中断 3 分 20 秒").boundingBox();
  expect(gap?.x).toBeCloseTo(x(0.4), 0);
  expect(gap?.width).toBeCloseTo(x(0.6) - x(0.4), 0);
  expect(gap?.height).toBeCloseTo(height, 0);
});

test("a click, a drag and a click on an event seek; arrows are left to the page", {
  tags: "full",
}, async () => {
  const page = await harness.open(scene);
  const { top, x } = await getPlot(page);
  await page.mouse.click(x(0.3), top + 30);
  expect((await getSeeks(page)).at(-1)).toBeCloseTo(300, -1);
  expect(await getValueText(page)).toMatch(
    /^10:0[45]:\d\d，高度 (?:29|30)\.\d m，速度 6\.0 m\/s，电量 85 %$/,
  );
  await page.mouse.move(x(0.5), top + 30);
  await page.mouse.down();
  await page.mouse.move(x(0.6), top + 30);
  await page.mouse.move(x(0.7), top + 30);
  await page.mouse.up();
  await page.mouse.move(x(0.9), top + 30);
  expect((await getSeeks(page)).slice(1).map((second) => Math.round(second / 10))).toEqual([50, 60, 70]);
  await page.getByText("拍照").click();
  expect((await getSeeks(page)).at(-1)).toBe(250);
  await getSlider(page).focus();
  for (const key of ["ArrowRight", "Home", " "]) await page.keyboard.press(key);
  expect(await page.evaluate(() => window.keys)).toEqual(["ArrowRight", "Home", " "]);
});

test("wheel and buttons zoom around a place; all is shown again by a button", { tags: "full" }, async () => {
  const page = await harness.open(scene);
  const { top, x } = await getPlot(page);
  const reset = page.getByRole("button", { name: "显示全部时间" });
  expect(await reset.isDisabled()).toBe(true);
  await page.mouse.move(x(0.25), top + 30);
  for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -200);
  await expect.poll(() => reset.isDisabled()).toBe(false);
  // The place under the mouse stays: the event there is where it was, the first one is left of the plot.
  const mark = page.getByTitle("10:04:10 拍照").locator("svg");
  await expect.poll(async () => (await mark.boundingBox())?.x).toBeCloseTo(x(0.25) - 6, -1);
  await expect.poll(() => page.getByText("任务开始").count()).toBe(0);
  await page.mouse.click(x(0.25), top + 30);
  expect((await getSeeks(page)).at(-1)).toBeCloseTo(250, -1);
  await reset.click();
  await expect.poll(() => page.getByText("任务开始").count()).toBe(1);
  await page.getByRole("button", { name: "放大时间轴" }).click();
  await expect.poll(() => page.getByText("任务结束").count()).toBe(0);
});

test("the cursor moves while the chart is not drawn again, and takes a zoomed window along", {
  tags: "full",
}, async () => {
  const page = await harness.open({ ...scene, rate: 20 });
  const { top, left, height, width } = await getPlot(page);
  await expect
    .poll(async () => (await readScreen(page)).countPixels({ left, top, width, height }, "#1864ab"))
    .toBeGreaterThan(300);
  await page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) throw new Error("no canvas");
    const { clearRect } = context;
    canvas.dataset["draws"] = "0";
    context.clearRect = (...box) => {
      canvas.dataset["draws"] = String(Number(canvas.dataset["draws"]) + 1);
      clearRect.apply(context, box);
    };
  });
  const first = await getValueText(page);
  await expect.poll(() => getValueText(page)).not.toBe(first);
  const draws = () => page.locator("canvas").first().getAttribute("data-draws");
  expect(await draws()).toBe("0");
  for (let turn = 0; turn < 5; turn++) await page.getByRole("button", { name: "放大时间轴" }).click();
  await expect.poll(draws).not.toBe("0");
  // 31 s are shown: at 20 times they pass in less than two seconds.
  const firstTime = await getSlider(page).getAttribute("aria-valuenow");
  await expect
    .poll(async () => Number(await getSlider(page).getAttribute("aria-valuenow")) - Number(firstTime))
    .toBeGreaterThan(60_000);
  await expect.poll(() => page.locator("[class*=cursor]").count()).toBe(1);
});

test("several flights have a line each in their colour, one metric at a time, and can be hidden", {
  tags: "full",
}, async () => {
  const flights = Array.from({ length: 16 }, (_, number) => ({
    ...toSceneFlight(flight),
    ref: { taskId: String(number), flightId: `${number}0` },
    label: `架次 ${number + 1}`,
    color: number === 0 ? "#2b8a3e" : "#5f3dc4",
    heightM: Array.from(flight.heightM, (height) => height + (number === 0 ? 60 : number)),
  }));
  const page = await harness.open({ ...scene, flights });
  const box = await getSlider(page).boundingBox();
  if (!box) throw new Error("no strip");
  const countGreen = async () =>
    (await readScreen(page)).countPixels(
      { left: box.x + 48, top: box.y + 24, width: 0.3 * box.width, height: box.height - 46 },
      "#2b8a3e",
    );
  await expect.poll(countGreen).toBeGreaterThan(200);
  // So many are folded, so that they leave their place to the curves.
  await page.getByRole("button", { name: "共 16 次飞行" }).click();
  const first = page.getByRole("button", { name: "架次 1", exact: true });
  await first.click();
  await closePopup(page, first);
  await expect.poll(countGreen).toBe(0);
  await page.getByRole("radiogroup", { name: "曲线" }).getByText("电量").click();
  expect(await page.getByText("高度：相对起飞点").count()).toBe(0);
  await page.getByRole("button", { name: "共 16 次飞行，显示 15 次" }).click();
  await page.getByRole("button", { name: "架次 1", exact: true }).click();
  expect(await page.getByRole("button", { name: "架次 1", exact: true }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

test("is readable on a phone: one axis, nothing wider than the screen", { tags: "full" }, async () => {
  const videos = [{ flightId: "70", ...gapBetween(100, 300), label: "广角" }];
  const page = await harness.open({ ...scene, videos }, { viewport: { width: 360, height: 740 } });
  expect(await page.getByRole("radio").count()).toBe(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await page.getByTitle("录像：广角").isVisible()).toBe(true);
  await expectAccessibleInBothSchemes(page);
});

test("a finger seeks when it lifts or moves sideways; two fingers zoom and seek nothing", {
  tags: "full",
}, async () => {
  const page = await harness.open(scene, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const box = await getSlider(page).boundingBox();
  if (!box) throw new Error("no strip");
  // One metric: 48 px are left of the plot, 28 right of it.
  const x = (share: number) => box.x + 48 + share * (box.width - 76);
  const y = box.y + 60;
  await page.touchscreen.tap(x(0.5), y);
  await expect.poll(() => getSeeks(page)).toHaveLength(1);
  expect((await getSeeks(page)).at(-1)).toBeCloseTo(500, -1);
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...shares: readonly number[]) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: shares.map((share, id) => ({ x: x(share), y, id })),
    });
  await touch("touchStart", 0.4);
  await touch("touchStart", 0.4, 0.6);
  for (let step = 1; step <= 5; step++) await touch("touchMove", 0.4 - 0.06 * step, 0.6 + 0.06 * step);
  await touch("touchEnd");
  await expect.poll(() => page.getByRole("button", { name: "显示全部时间" }).isDisabled()).toBe(false);
  expect(await getSeeks(page)).toHaveLength(1);
});

test("is accessible in light and dark, with the curves as a table", { tags: "full" }, async () => {
  for (const scheme of ["light", "dark"] as const) {
    const page = await harness.open({ ...scene, scheme });
    await expectAccessibleInBothSchemes(page);
    const row = page.getByRole("row", { name: /巡检一/ });
    expect(await row.getByRole("cell").allTextContents()).toEqual([
      "10:00:00 至 10:16:40",
      "0.0 m 至 100.0 m（相对起飞点）",
      "6.0 m/s 至 6.0 m/s",
      "50 % 至 100 %",
      "1 处，共 3 分 20 秒",
    ]);
  }
});
