import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createFrame, type SampleDrone } from "../../live/harness/frames.ts";
import {
  type Harness,
  openHarness,
  pushFrame,
  showScene,
  waitForPaint,
} from "../../live/harness/openHarness.ts";
import { boxAround, readScreen, toPixel } from "../../live/harness/readScreen.ts";
import type { SceneProps } from "../../live/harness/Scene.tsx";

const green = "#2b9a4b";
const view = { centre: [105.46, 39.92], zoom: 12 } as const;
const mission = 4;

describe.each(["software", "webgl"] as const)("pictures of the drone layer, %s back end", (painter) => {
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

  test("moves the painted picture with the map, and paints anew only where it does not reach", async () => {
    await open();
    const position = [105.46, 39.92] as const;
    await pushDrones([{ index: 3, position, phase: mission }]);
    const panned = (pixels: number) =>
      page.evaluate(async (by) => {
        const map = window.map;
        const view = map?.getView();
        const [x = 0, y = 0] = view?.getCenter() ?? [];
        view?.setCenter([x - by * (view.getResolution() ?? 1), y]);
        map?.renderSync();
        const layers = map?.getLayers().getArray() ?? [];
        return layers.reduce(
          (sum, layer) => sum + ("times" in layer ? (layer.times as { count: number }).count : 0),
          0,
        );
      }, pixels);
    const before = await panned(0);
    expect(await panned(100)).toBe(before);
    expect((await readScreen(page)).countPixels(boxAround([740, 400], 6), green)).toBeGreaterThan(80);
    await page.mouse.click(740, 400);
    await page.waitForFunction(() => window.selections.length === 1);
    expect(await page.evaluate(() => window.selections)).toEqual([3]);
    expect(await panned(100)).toBe(before + 1);
    expect((await readScreen(page)).countPixels(boxAround([840, 400], 6), green)).toBeGreaterThan(80);
  });

  test("draws one drone where its own sample says, before the next frame", async () => {
    await open();
    await pushDrones([{ index: 3, position: [105.46, 39.92], phase: mission }]);
    await page.evaluate(() => window.feed.updatePosition(3, 399_500_000, 1_055_000_000));
    await waitForPaint(page);
    const screen = await readScreen(page);
    expect(screen.countPixels(boxAround(toPixel([105.5, 39.95], view), 6), green)).toBeGreaterThan(80);
    expect(screen.countPixels(boxAround([640, 400], 14), green)).toBe(0);
  });

  test("a flood of frames ends with the last one, and is painted no oftener than pictures are shown", async () => {
    await open();
    const frames = Array.from({ length: 200 }, (_, n) =>
      Buffer.from(
        createFrame([{ index: 0, position: [105.4 + n * 0.0003, 39.92], phase: mission }], n + 1),
      ).toString("base64"),
    );
    const { snapshots, animationFrames, painted } = await page.evaluate(async (texts) => {
      const layers = window.map?.getLayers().getArray() ?? [];
      const count = () =>
        layers.reduce(
          (sum, layer) => sum + ("times" in layer ? (layer.times as { count: number }).count : 0),
          0,
        );
      const before = count();
      let seen = 0;
      let over = false;
      let animationFrames = 0;
      const picture = () => {
        animationFrames++;
        if (!over) requestAnimationFrame(picture);
      };
      requestAnimationFrame(picture);
      const all = new Promise<void>((resolve) => {
        window.feed.onSnapshot(() => {
          if (++seen === texts.length) resolve();
        });
      });
      for (const text of texts)
        window.feed.push(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
      await all;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      over = true;
      return { snapshots: seen, animationFrames, painted: count() - before };
    }, frames);
    expect(snapshots).toBe(200);
    expect(painted).toBeLessThanOrEqual(animationFrames + 1);
    await waitForPaint(page);
    // 105.4 + 199 × 0.0003
    const [x, y] = toPixel([105.4597, 39.92], view);
    expect((await readScreen(page)).countPixels(boxAround([x, y], 6), green)).toBeGreaterThan(80);
  });
});
