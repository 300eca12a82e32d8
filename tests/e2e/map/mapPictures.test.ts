import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Flying, frameOf } from "../../live/harness/frames.ts";
import { drawn, type Harness, openHarness, push, show } from "../../live/harness/openHarness.ts";
import type { SceneProps } from "../../live/harness/Scene.tsx";
import { around, expectedPixel, look } from "../../live/harness/screen.ts";

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
    await show(page, { place: { ...at }, scheme: "light", drones: { painter, labels: false, ...drones } });
  }
  async function told(drones: readonly Flying[], sequence = 1) {
    await push(page, frameOf(drones, sequence));
    await drawn(page);
  }

  test("moves the painted picture with the map, and paints anew only where it does not reach", async () => {
    await open();
    const at = [105.46, 39.92] as const;
    await told([{ index: 3, at, phase: mission }]);
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
    expect((await look(page)).count(around([740, 400], 6), green)).toBeGreaterThan(80);
    await page.mouse.click(740, 400);
    await page.waitForFunction(() => window.selections.length === 1);
    expect(await page.evaluate(() => window.selections)).toEqual([3]);
    expect(await panned(100)).toBe(before + 1);
    expect((await look(page)).count(around([840, 400], 6), green)).toBeGreaterThan(80);
  });

  test("draws one drone where its own sample says, before the next frame", async () => {
    await open();
    await told([{ index: 3, at: [105.46, 39.92], phase: mission }]);
    await page.evaluate(() => window.feed.place(3, 399_500_000, 1_055_000_000));
    await drawn(page);
    const screen = await look(page);
    expect(screen.count(around(expectedPixel([105.5, 39.95], view), 6), green)).toBeGreaterThan(80);
    expect(screen.count(around([640, 400], 14), green)).toBe(0);
  });

  test("a flood of frames ends with the last one, and is painted no oftener than pictures are shown", async () => {
    await open();
    const frames = Array.from({ length: 200 }, (_, n) =>
      Buffer.from(frameOf([{ index: 0, at: [105.4 + n * 0.0003, 39.92], phase: mission }], n + 1)).toString(
        "base64",
      ),
    );
    const { shots, pictures, painted } = await page.evaluate(async (texts) => {
      const layers = window.map?.getLayers().getArray() ?? [];
      const count = () =>
        layers.reduce(
          (sum, layer) => sum + ("times" in layer ? (layer.times as { count: number }).count : 0),
          0,
        );
      const before = count();
      let seen = 0;
      let over = false;
      let shown = 0;
      const picture = () => {
        shown++;
        if (!over) requestAnimationFrame(picture);
      };
      requestAnimationFrame(picture);
      const all = new Promise<void>((resolve) => {
        window.feed.onShot(() => {
          if (++seen === texts.length) resolve();
        });
      });
      for (const text of texts)
        window.feed.push(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
      await all;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      over = true;
      return { shots: seen, pictures: shown, painted: count() - before };
    }, frames);
    expect(shots).toBe(200);
    expect(painted).toBeLessThanOrEqual(pictures + 1);
    await drawn(page);
    // 105.4 + 199 × 0.0003
    const [x, y] = expectedPixel([105.4597, 39.92], view);
    expect((await look(page)).count(around([x, y], 6), green)).toBeGreaterThan(80);
  });
});
