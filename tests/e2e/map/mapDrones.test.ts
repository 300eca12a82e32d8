import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createFrame, type SampleDrone } from "../../live/harness/frames.ts";
import {
  type Harness,
  openHarness,
  pushFrame,
  showScene,
  waitForPaint,
  waitForRender,
} from "../../live/harness/openHarness.ts";
import { boxAround, readScreen, toPixel } from "../../live/harness/readScreen.ts";
import type { SceneProps } from "../../live/harness/Scene.tsx";

const green = "#2b9a4b";
const grey = "#8a929c";
const red = "#e03131";
const view = { centre: [105.46, 39.92], zoom: 12 } as const;
const mission = 4;
const forcedLanding = 11;

describe.each(["software", "webgl"] as const)("the drone layer, %s back end", (painter) => {
  let harness: Harness;
  let page: Page;
  beforeAll(async () => {
    harness = await openHarness(painter === "webgl");
  });
  afterAll(() => harness.close());
  afterEach(() => page.context().close());

  async function open(drones: Partial<NonNullable<SceneProps["drones"]>> = {}, at = view) {
    page = await harness.page();
    await showScene(page, {
      viewState: { ...at },
      scheme: "light",
      drones: { painter, labels: false, ...drones },
    });
  }
  async function pushDrones(drones: readonly SampleDrone[], sequence = 1) {
    await pushFrame(page, createFrame(drones, sequence));
    await waitForPaint(page);
  }

  test("draws every drone where its sample says, and nothing elsewhere", async () => {
    await open();
    const places = [
      [105.46, 39.92],
      [105.55, 39.98],
      [105.33, 39.85],
    ] as const;
    await pushDrones(
      places.map((position, index) => ({ index, position, heading: 90 * index, phase: mission })),
    );
    const screen = await readScreen(page);
    for (const at of places)
      expect(screen.countPixels(boxAround(toPixel(at, view), 9), green)).toBeGreaterThan(60);
    const everywhere = { left: 0, top: 0, width: 1280, height: 800 };
    const near = places.reduce(
      (sum, at) => sum + screen.countPixels(boxAround(toPixel(at, view), 14), green),
      0,
    );
    expect(screen.countPixels(everywhere, green)).toBe(near);
  });

  test("points a drone where it flies", async () => {
    await open();
    await pushDrones([{ index: 0, position: [105.46, 39.92], heading: 90, phase: mission }]);
    const screen = await readScreen(page);
    // The tip is to the east: more of it right of the middle than above or below.
    expect(screen.countPixels({ left: 646, top: 398, width: 5, height: 5 }, green)).toBeGreaterThan(4);
    expect(screen.countPixels({ left: 638, top: 389, width: 5, height: 3 }, green)).toBe(0);
  });

  test("tells the phase by colour, and old data by grey", async () => {
    await open();
    const position = [105.46, 39.92] as const;
    await pushDrones([{ index: 0, position, phase: forcedLanding }]);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), red)).toBeGreaterThan(80);
    await pushDrones([{ index: 0, position, phase: forcedLanding, link: 2, ageS: 30 }], 2);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), grey)).toBeGreaterThan(80);
  });

  test("greys every drone when the data stop", async () => {
    await open({ stale: true });
    await pushDrones([{ index: 0, position: [105.46, 39.92], phase: mission }]);
    const screen = await readScreen(page);
    expect(screen.countPixels(boxAround([640, 400], 6), grey)).toBeGreaterThan(80);
    expect(screen.countPixels(boxAround([640, 400], 12), green)).toBe(0);
  });

  test("slides between two samples where smoothed, and is there at once where raw", async () => {
    const from = [105.46, 39.92] as const;
    const to = [105.463, 39.92] as const;
    await open({ smooth: true }, { centre: [105.46, 39.92], zoom: 14 } as never);
    const [end] = toPixel(to, { centre: [105.46, 39.92], zoom: 14 });
    const atEnd = async (reach: number) =>
      (await readScreen(page)).countPixels(boxAround([end, 400], reach), green);
    // A picture that a busy machine takes too late shows it at the end already: one of several is early enough.
    let early = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 6 && early >= 40; turn += 1) {
      await pushDrones([{ index: 0, position: from, phase: mission, speed: 15 }], 2 * turn + 1);
      await page.waitForTimeout(1000);
      await pushFrame(
        page,
        createFrame([{ index: 0, position: to, phase: mission, speed: 15 }], 2 * turn + 2),
      );
      early = await atEnd(4);
    }
    expect(early).toBeLessThan(40);
    await expect.poll(() => atEnd(6)).toBeGreaterThan(80);
    await showScene(page, {
      viewState: { centre: [105.46, 39.92], zoom: 14 },
      scheme: "light",
      drones: { painter, smooth: false },
    });
    await pushDrones([{ index: 0, position: from, phase: mission }], 30);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), green)).toBeGreaterThan(80);
  });

  test("dashes the trail over what nobody heard", async () => {
    await open({ trails: true });
    for (let second = 0; second < 4; second++)
      await pushFrame(
        page,
        createFrame(
          [{ index: 0, position: [105.38 + 0.01 * second, 39.92], phase: mission }],
          second,
          1_800_000_000_000 + 1000 * second,
        ),
      );
    await pushFrame(
      page,
      createFrame([{ index: 0, position: [105.54, 39.92], phase: mission }], 9, 1_800_000_000_000 + 20_000),
    );
    await waitForPaint(page);
    const screen = await readScreen(page);
    const [first] = toPixel([105.385, 39.92], view);
    const [known] = toPixel([105.405, 39.92], view);
    const [gapStart] = toPixel([105.43, 39.92], view);
    const [gapEnd] = toPixel([105.52, 39.92], view);
    const row = (from: number, to: number) =>
      screen.countPixels({ left: from, top: 399, width: to - from, height: 1 }, "#5fb276");
    expect(row(first, known)).toBeGreaterThan(0.9 * (known - first));
    expect(row(gapStart, gapEnd)).toBeGreaterThan(0.3 * (gapEnd - gapStart));
    expect(row(gapStart, gapEnd)).toBeLessThan(0.7 * (gapEnd - gapStart));
  });

  test("finds the drone under a click, and none where there is none", async () => {
    await open();
    const position = [105.55, 39.98] as const;
    await pushDrones([{ index: 77, position, phase: mission }]);
    const [x, y] = toPixel(position, view);
    await page.mouse.click(x + 5, y + 5);
    await page.waitForFunction(() => window.selections.length === 1);
    await page.mouse.click(x + 60, y + 60);
    await page.waitForFunction(() => window.selections.length === 2);
    expect(await page.evaluate(() => window.selections)).toEqual([77, null]);
  });

  test("follows the selected drone until the map is dragged", async () => {
    await open({ selected: 5, following: true });
    await pushDrones([{ index: 5, position: [105.6, 40.0], phase: mission }]);
    await waitForRender(page);
    await expect
      .poll(async () => (await readScreen(page)).countPixels(boxAround([640, 400], 6), green))
      .toBeGreaterThan(80);
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(340, 340, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => window.followEnds)).toBeGreaterThan(0);
  });

  test("a frame that is none is told of and leaves the picture as it was", async () => {
    await open();
    await pushDrones([{ index: 0, position: [105.46, 39.92], phase: mission }]);
    await page.evaluate(() => window.feed.push(new Uint8Array([1, 2, 3, 4]).buffer));
    await page.waitForFunction(() => window.errors.length === 1);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), green)).toBeGreaterThan(80);
  });

  test("paints as often as pixels move and no oftener", async () => {
    await open({ smooth: true }, { centre: [105.46, 39.92], zoom: 6 } as never);
    const paints = () =>
      page.evaluate(() => {
        const layers = window.map?.getLayers().getArray() ?? [];
        return layers.reduce(
          (sum, layer) => sum + ("times" in layer ? (layer.times as { count: number }).count : 0),
          0,
        );
      });
    await pushDrones([{ index: 0, position: [105.46, 39.92], phase: mission, speed: 15 }]);
    await page.waitForTimeout(500);
    const before = await paints();
    for (let second = 2; second < 5; second++) {
      await pushFrame(
        page,
        createFrame(
          [{ index: 0, position: [105.46 + second / 1e4, 39.92], phase: mission, speed: 15 }],
          second,
        ),
      );
      await page.waitForTimeout(1000);
    }
    // 15 m/s at z6 is a hundredth of a pixel a second: one picture a shot, one on the way.
    await expect.poll(async () => (await paints()) - before).toBeGreaterThanOrEqual(3);
    expect((await paints()) - before).toBeLessThanOrEqual(9);
  });
});

//
test("drones 79 px apart stand together with their count and part on a click, 81 px apart they are two", async () => {
  const harness = await openHarness();
  const page = await harness.page();
  await showScene(page, {
    viewState: { centre: [105.46, 39.92], zoom: 5 },
    scheme: "light",
    drones: { painter: "software", clusters: true, labels: false },
  });
  const degree = 360 / (256 * 2 ** 5);
  const flying = [0, 79, 300, 381].map((pixels, index) => ({
    index,
    position: [105.46 + pixels * degree, 39.92] as const,
    phase: mission,
  }));
  await pushFrame(page, createFrame(flying, 1));
  const shot = () =>
    page.evaluate(() => {
      const last = window.feed.getLatest();
      return {
        singles: [...(last?.singles ?? [])],
        counts: [...(last?.clusters ?? [])].filter((_, i) => i % 3 === 2),
      };
    });
  expect(await shot()).toEqual({ singles: [2, 3], counts: [2] });
  const screen = await readScreen(page);
  // The group stands in the middle of its two, with a disc of its own; the others are markers.
  expect(screen.countPixels(boxAround([679, 400], 12), "#0d5cab")).toBeGreaterThan(100);
  expect(screen.countPixels(boxAround([940, 400], 9), green)).toBeGreaterThan(60);
  expect(screen.countPixels(boxAround([1021, 400], 9), green)).toBeGreaterThan(60);
  await page.mouse.click(679, 400);
  await page.waitForFunction(() => (window.map?.getView().getZoom() ?? 0) > 6.9);
  // A frame is grouped for the last view that the worker was told: the end of the move comes after some.
  let sequence = 2;
  const countsOfNext = async () => {
    await pushFrame(page, createFrame(flying, sequence++));
    return (await shot()).counts;
  };
  await expect.poll(countsOfNext).toEqual([]);
  await harness.close();
});

test("a lost graphics context is survived, and taken back when it returns", async () => {
  const harness = await openHarness(true);
  const page = await harness.page();
  await showScene(page, {
    viewState: { centre: [105.46, 39.92], zoom: 12 },
    scheme: "light",
    drones: { painter: "webgl", labels: false },
  });
  await pushFrame(page, createFrame([{ index: 0, position: [105.46, 39.92], phase: mission }], 1));
  const backEnd = () =>
    page.evaluate(() => {
      const layers = window.map?.getLayers().getArray() ?? [];
      return layers.map((layer) => ("backEnd" in layer ? String(layer.backEnd) : "")).join("");
    });
  await expect.poll(backEnd).toBe("webgl");
  const context = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas=marks]");
    return canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context");
  });
  const inTheMiddle = async () => (await readScreen(page)).countPixels(boxAround([640, 400], 6), green);
  await context.evaluate((one) => one?.loseContext());
  await expect.poll(backEnd).toBe("software");
  await expect.poll(inTheMiddle).toBeGreaterThan(80);
  await context.evaluate((one) => one?.restoreContext());
  await expect.poll(backEnd, { timeout: 8000 }).toBe("webgl");
  await expect.poll(inTheMiddle).toBeGreaterThan(80);
  await harness.close();
});
